import { expect, test } from "vitest";
import { isDailyDone, isSolved, markDaily, markSolved, solvedPuzzles, streak } from "../../src/pages/puzzlesDone";

test("puzzles that were solved are remembered", () => {
  markSolved("europe", 12);
  markSolved("europe", 12);
  expect(isSolved(solvedPuzzles(), "europe", 12)).toBe(true);
  expect(isSolved(solvedPuzzles(), "europe", 1)).toBe(false);
});

test("a streak grows by a day at a time, and ends with a day without a puzzle", () => {
  expect(streak(100)).toBe(0);
  markDaily(100);
  markDaily(100);
  expect([streak(100), streak(101), streak(102)]).toEqual([1, 1, 0]);
  markDaily(101);
  expect([isDailyDone(101), streak(101)]).toEqual([true, 2]);
  markDaily(103);
  expect(streak(103)).toBe(1);
});
