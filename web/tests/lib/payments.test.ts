import { expect, test } from "vitest";
import type { Board, Move, Track, View } from "../../src/lib/api";
import { bestFirst, leftOf, neededCards, suggestTrade, swapTexts, totalOf, tradeable } from "../../src/lib/payments";

const way = (colour: string | undefined, coloured: number, locomotives: number, swaps = 0): Move => ({
  text: `${coloured} ${colour} ${locomotives} ${swaps}`,
  kind: "claim",
  track: "a-b",
  ...(colour ? { colour } : {}),
  coloured,
  locomotives,
  swaps,
});
const colours = (moves: Move[]) => moves.map((move) => move.colour);

test("the best way to pay spares locomotives, then what tickets need, then the scarce colour", () => {
  const ways = [way("red", 2, 1), way("blue", 3, 0), way("green", 3, 0), way("black", 3, 0)];
  const hand = { red: 2, blue: 3, green: 5, black: 4, locomotive: 1 };
  expect(colours(bestFirst(ways, hand))).toEqual(["green", "black", "blue", "red"]);
  expect(colours(bestFirst(ways, hand, { green: 4, black: 1 }))).toEqual(["black", "blue", "green", "red"]);
});

test("a locomotive is cheaper than three or four cards that replace one", () => {
  const ways = [way("red", 2, 0, 1), way("red", 1, 0, 2), way("red", 2, 1), way("red", 1, 2)];
  const order = bestFirst(ways, { red: 2, blue: 9, locomotive: 2 }, {}, 3);
  expect(order.map(({ locomotives, swaps }) => [locomotives, swaps])).toEqual([
    [1, 0],
    [2, 0],
    [0, 1],
    [0, 2],
  ]);
});

test("tickets need the colours of the tracks that are still missing on their paths", () => {
  const track = (id: string, colour: string, length: number, locomotives = 0) => ({ id, colour, length, locomotives });
  const tracks = [track("a-b", "red", 3), track("b-c", "grey", 2), track("c-d", "blue", 4, 1), track("d-e", "red", 1)];
  const board = { tracks } as Board;
  const view = {
    viewer: 1,
    tickets: ["a-d", "a-e"],
    seats: [{ tracks: [] }, { tracks: ["b-c"] }],
    ticket_status: [
      { ticket: "a-d", state: "possible", path: ["a-b", "b-c", "c-d"] },
      { ticket: "a-e", state: "impossible", path: [] },
      { ticket: "d-e", state: "possible", path: ["d-e"] }, // only offered
    ],
  } as unknown as View;
  expect(neededCards(board, view)).toEqual({ red: 3, blue: 3 });
  expect(neededCards(board, view, "a-b")).toEqual({ blue: 3 });
});

const ferry = { swap: 3, colour: "grey", swapKinds: ["purple", "blue", "red"], swapOwnFrom: 2 } as Track;

test("cards to trade in leave out the payment's colour unless the track allows it", () => {
  const hand = { red: 4, blue: 2, locomotive: 1 };
  const left = leftOf(hand, way("red", 2, 1));
  expect(left).toEqual({ red: 2, blue: 2, locomotive: 0 });
  expect(tradeable(ferry, way("red", 2, 0), left)).toEqual({ blue: 2, red: 2 });
  expect(tradeable(ferry, way("red", 1, 0), left)).toEqual({ blue: 2 });
  expect(tradeable(ferry, way(undefined, 0, 0), hand)).toEqual({ blue: 2, red: 4 });
  expect(tradeable({ ...ferry, colour: "red" }, way(undefined, 0, 0), hand)).toEqual({ blue: 2 });
});

test("what no ticket needs is traded in first, small piles before big ones, locomotives last", () => {
  const available = { locomotive: 2, purple: 1, blue: 5, red: 2 };
  expect(suggestTrade(available, 3, {})).toEqual({ purple: 1, red: 2 });
  expect(suggestTrade(available, 3, { red: 2 })).toEqual({ purple: 1, blue: 2 });
  expect(suggestTrade(available, 9, { red: 2 })).toEqual({ purple: 1, blue: 5, red: 2, locomotive: 1 });
  expect(totalOf(suggestTrade(available, 3, { blue: 9, red: 9, purple: 9 }))).toBe(3);
  expect(swapTexts(ferry, { red: 2, purple: 1 })).toEqual(["swap purple", "swap red", "swap red"]);
});
