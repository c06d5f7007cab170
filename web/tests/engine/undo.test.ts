/** Undo among bots: what a bot draws face down stays hidden; what is turned up, or drawn by a person, does not. */
import { expect, test } from "vitest";
import { CHANCE, type GameRecord } from "../../src/engine/record";
import { plyBeforeLastMove, plyToUndoTo } from "../../src/engine/undo";

const [FIRST, TURN, BLIND, REFILL] = [1, 2, 3, 4];
const layout = { hidden_deals: [BLIND], phase_numbers: { first_choice: FIRST } };
const [DRAW, CLAIM] = [0, 1];
const moves = [
  { text: "draw", kind: "draw" },
  { text: "claim", kind: "claim" },
];
const record = (...entries: [mover: number, phase: number, seat: number, move?: number][]) =>
  ({
    game: { engine: { layout }, data: { moves } },
    entries: entries.map(([mover, phase, seat, move = DRAW]) => ({ mover, phase, seat, move })),
  }) as unknown as GameRecord;
const chosen: [number, number, number][] = [
  [0, FIRST, 0],
  [1, FIRST, 1],
];

test("a move can be undone until a person sees a card that was dealt", () => {
  const claimed = record(...chosen, [0, TURN, 0]);
  expect(plyBeforeLastMove(claimed, 0, [0])).toBe(2);
  const answered = record(...chosen, [0, TURN, 0], [1, TURN, 1], [CHANCE, BLIND, 1], [1, TURN, 1]);
  expect(plyBeforeLastMove(answered, 0, [0])).toBe(2);
  expect(plyBeforeLastMove(answered, 0, [0, 1])).toBe(-1); // the other is a person, and has seen the card
  const turnedUp = record(...chosen, [0, TURN, 0], [1, TURN, 1], [CHANCE, REFILL, 1]);
  expect(() => plyToUndoTo(turnedUp, 0, [0])).toThrow(expect.objectContaining({ code: "revealed" }));
  const drawn = record(...chosen, [0, TURN, 0], [CHANCE, BLIND, 0]);
  expect(() => plyToUndoTo(drawn, 0, [0])).toThrow(expect.objectContaining({ code: "revealed" }));
  expect(() => plyToUndoTo(record(...chosen), 0, [0])).toThrow(expect.objectContaining({ code: "nothing_to_undo" }));
});

test("a bot that lays cards shows what it has drawn: no undo may put that back into the deck", () => {
  const drawn: Parameters<typeof record> = [...chosen, [0, TURN, 0, CLAIM], [1, TURN, 1], [CHANCE, BLIND, 1]];
  const again = record(...drawn, [0, TURN, 0, CLAIM]);
  expect(plyBeforeLastMove(again, 0, [0])).toBe(5);
  const paid = record(...drawn, [0, TURN, 0, CLAIM], [1, TURN, 1, CLAIM]);
  expect(() => plyToUndoTo(paid, 0, [0])).toThrow(expect.objectContaining({ code: "revealed" }));
  const before = record(...drawn, [CHANCE, REFILL, 1], [0, TURN, 0, CLAIM], [1, TURN, 1, CLAIM]);
  expect(plyBeforeLastMove(before, 0, [0])).toBe(6); // undo can't go back beyond the card that was turned up
});
