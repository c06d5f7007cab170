import { expect, test } from "vitest";
import type { Move } from "../../src/lib/api";
import { bestFirst, cost, lastTurns, readCards, readLine, readRecordLines, tunnelAt } from "../../src/lib/moves";

test("lines of a record are read, and its header is not", () => {
  const record =
    'format: 1\nseats: 2\nname 0: "0 take red"\n\n= first 0\n= ?\n0 keep 1 2\n1 claim a-b/2 3 red 1 locomotive\n';
  expect(readRecordLines(record).map((line) => line.seat)).toEqual([null, null, 0, 1]);
  expect(readLine("1 take red")).toEqual({ seat: 1, words: ["take", "red"] });
  expect(readLine("")).toBeNull();
});

test("cards of a payment are read", () => {
  expect(readCards("3 red 1 locomotive 2 swap".split(" "))).toEqual({
    cards: [
      ["red", 3],
      ["locomotive", 1],
    ],
    swaps: 2,
  });
  expect(readCards([])).toEqual({ cards: [], swaps: 0 });
});

const way = (colour: string, coloured: number, locomotives: number, swaps = 0): Move => ({
  text: `${coloured} ${colour} ${locomotives} ${swaps}`,
  kind: "claim",
  track: "a-b",
  colour,
  coloured,
  locomotives,
  swaps,
});

test("the best way to pay spares locomotives, then swaps, then the scarce colour", () => {
  const ways = [way("red", 2, 1), way("blue", 3, 0), way("green", 3, 0), way("black", 2, 0, 1)];
  const order = bestFirst(ways, { red: 2, blue: 3, green: 5, black: 2, locomotive: 1 });
  expect(order.map((move) => move.colour)).toEqual(["green", "blue", "black", "red"]);
  expect(cost(way("red", 2, 1))).toEqual([
    ["red", 2],
    ["locomotive", 1],
  ]);
});

const read = (text: string) => text.split("\n").map((line) => readLine(line)!);

test("the cards of a tunnel are those that are turned after its claim", () => {
  const lines = read("0 draw\n= red\n1 claim a-b 2 red\n= red\n= blue\n= locomotive\n= green\n0 draw");
  const isTunnel = (track: string) => track === "a-b";
  expect(tunnelAt(lines, 6, isTunnel)).toEqual({ ply: 2, seat: 1, track: "a-b", cards: ["red", "blue", "locomotive"] });
  expect(tunnelAt(lines, 7, isTunnel)).toBeNull();
  expect(tunnelAt(read("1 claim a-b 2 red\n= red\n1 give up"), 1, isTunnel)?.cards).toEqual(["red"]);
  expect(tunnelAt(lines, 6, () => false)).toBeNull();
  expect(tunnelAt([], -1, isTunnel)).toBeNull();
});

test("the last turn of each seat is all that it did in a row", () => {
  const lines = read("0 draw\n= ?\n0 take red\n= blue\n1 tickets\n1 keep 1\n0 take red\n= red\n0 draw");
  const verbs = lastTurns(lines, 3).map((turn) => turn.map((line) => line.words[0]));
  expect(verbs).toEqual([["take", "draw"], ["tickets", "keep"], []]);
});
