import { expect, test } from "vitest";
import type { RecordSummary } from "../../src/lib/tables";
import { guessSeats } from "../../src/pages/guessSeats";

const LEVELS = ["porter", "conductor", "director"];
const guess = (seats: number, ...names: string[]) => guessSeats({ seats, names } as RecordSummary, LEVELS);

test("bots are known by their levels, and everybody else is you", () => {
  expect(guess(3, "Ann", "director", "Ben")).toEqual(["you", "director", "you"]);
});

test("without names the first seat is yours", () => {
  expect(guess(3)).toEqual(["you", "conductor", "conductor"]);
});

test("somebody has to play: a game of bots gets a person", () => {
  expect(guess(2, "porter", "director")).toEqual(["you", "director"]);
});
