import { expect, test } from "vitest";
import type { Board, MapInfo, Move } from "../../src/lib/api";
import { answerOf, dailyPuzzle, dayOf, judge, mistakeExercise } from "../../src/lib/exercises";

const board = {
  tracks: [
    { id: "a-b", a: "a", b: "b" },
    { id: "a-b/2", a: "a", b: "b" },
    { id: "b-c", a: "b", b: "c" },
  ],
} as Board;
const claim = (track: string, paid: string) => ({ kind: "claim", text: `claim ${track} ${paid}`, track }) as Move;
const take = { kind: "take", text: "take red", card: "red" } as Move;
const draw = { kind: "draw", text: "draw" } as Move;
const legal = [claim("a-b", "2 red"), claim("a-b/2", "2 locomotive"), claim("b-c", "2 red"), take, draw];
const choices = [
  { move: "claim a-b 2 red", chance: 0.6 },
  { move: "take red", chance: 0.59 },
  { move: "claim b-c 2 red", chance: 0.4 },
];

test("a route is one answer, whatever the payment and the track", () => {
  expect(answerOf(board, legal[1]!)).toBe(answerOf(board, legal[0]!));
  expect(answerOf(board, legal[2]!)).not.toBe(answerOf(board, legal[0]!));
  expect(answerOf(board, { kind: "pay", text: "pay 1 red" })).toBe("pay");
});

test("the best move and one that is nearly as good are right", () => {
  const judged = legal.map((move) => judge(board, legal, choices, move));
  expect(judged.map(({ right }) => right)).toEqual([true, true, false, true, false]);
  expect(judged.map(({ choice }) => choice?.chance ?? null)).toEqual([0.6, 0.6, 0.4, 0.59, null]);
});

test("the right route with the wrong cards is a mistake if both payments were tried", () => {
  const payments = [
    { move: "claim a-b 2 red", chance: 0.6 },
    { move: "claim a-b/2 2 locomotive", chance: 0.4 },
  ];
  const judged = legal.slice(0, 2).map((move) => judge(board, legal, payments, move));
  expect(judged.map(({ right }) => right)).toEqual([true, false]);
});

test("a mistake becomes an exercise with its best move first", () => {
  const made = mistakeExercise({
    map: "europe",
    seats: 2,
    record: "…",
    ply: 12,
    move: "draw",
    loss: 0.14,
    choices: [
      { move: "draw", chance: 0.4 },
      { move: "take red", chance: 0.54 },
    ],
  });
  expect(made.position).toEqual({ record: "…", ply: 12 });
  expect(made.choices.map(({ move }) => move)).toEqual(["take red", "draw"]);
  expect(made.mistake).toEqual({ move: "draw", loss: 0.14 });
});

test("everybody gets the same puzzle on a day, and maps take turns", () => {
  const maps = [
    { map: "nordic", puzzles: 3 },
    { map: "europe", puzzles: 300 },
    { map: "own", puzzles: 0 },
  ] as MapInfo[];
  const noon = dayOf(Date.UTC(2026, 10, 19, 12));
  expect(dayOf(Date.UTC(2026, 10, 19, 23, 59))).toBe(noon);
  expect(dailyPuzzle(noon, maps)).toEqual(dailyPuzzle(noon, [...maps].reverse()));
  expect([0, 1, 2].map((n) => dailyPuzzle(noon + n, maps)!.map)).toEqual(
    noon % 2 ? ["nordic", "europe", "nordic"] : ["europe", "nordic", "europe"],
  );
  const days = Array.from({ length: 600 }, (_, n) => dailyPuzzle(noon + n, maps)!);
  expect(new Set(days.filter(({ map }) => map === "europe").map(({ number }) => number)).size).toBe(300);
  expect(new Set(days.filter(({ map }) => map === "nordic").map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
  expect(dailyPuzzle(noon, [maps[2]!])).toBeNull();
});
