import { expect, test } from "vitest";
import type { Board, CardCounts, Move, Seat, Track, TrackStatus } from "../../src/lib/api";
import { paymentText, trackMarks, trackStatusText } from "../../src/lib/routeText";

const seats = [{ seat: 0, name: "Ann", bot: null }] as Seat[];
const status: TrackStatus = {
  track: "a-b",
  length: 3,
  points: 4,
  colour: "red",
  tunnel: false,
  locomotives: 0,
  swap: 0,
  state: "open",
  owner: null,
  reason: null,
  ways: [],
  missing: null,
  not_now: null,
};
const text = (rest: Partial<TrackStatus>, hand: CardCounts = {}) =>
  trackStatusText({ ...status, ...rest }, seats, hand);
const missing = (coloured: number, locomotives = 0, swap_cards = 0, colour: string | null = "red") => ({
  missing: { colour, coloured, locomotives, swap_cards },
});

test("a track that is closed says why", () => {
  const second = { code: "phase_second", parameters: {} };
  const taken = { code: "track_taken", parameters: { track: "a-b", seat: 0 } };
  expect(text({ state: "closed", owner: 0, reason: taken, not_now: second })).toBe("Ann already owns this route.");
  expect(text({ state: "closed", reason: { code: "unheard_of", parameters: {} } })).toContain("The rules don't allow");
  const ways: Move[] = [{ text: "", kind: "claim", track: "a-b", colour: "red", coloured: 3 }];
  expect(text({ ways, not_now: second })).toBe("Take your second card first.");
  expect(text({ ways })).toBe("On your turn you can claim it with 3 red.");
  expect(text({})).toBeNull(); // what a spectator sees of an open track
});

test("a track that can't be paid says what it needs and what the hand has of it", () => {
  expect(text(missing(2), { red: 1, blue: 5 })).toBe("Needs 3 red. You have 1 red.");
  expect(text(missing(3), { blue: 5 })).toBe("Needs 3 red. You have none.");
  expect(text(missing(1), { red: 1, locomotive: 1 })).toBe(
    "Needs 2 red and 1 locomotive. You have 1 red and 1 locomotive.",
  );
  expect(text({ ...missing(1), colour: null }, { red: 2 })).toBe("Needs 3 of one colour. You have 2 red.");
  expect(text({ ...missing(0, 2), colour: null, locomotives: 2 }, { red: 4 })).toBe(
    "Needs 1 of one colour and 2 locomotives. You have 1 red.",
  );
  expect(text({ ...missing(0, 0, 2, null), swap: 3 })).toBe(
    "Not enough cards. The least you still need: 2 cards to trade in.",
  );
});

test("payments and what is printed on a track are said in a few words", () => {
  expect(paymentText({ colour: "red", coloured: 2, locomotives: 2, swaps: 1 })).toBe(
    "2 red and 2 locomotives and 1 swap",
  );
  expect(paymentText({ coloured: 0, locomotives: 0, swaps: 2 })).toBe("2 swaps");
  const track = {
    id: "a-b",
    a: "a",
    b: "b",
    length: 3,
    points: 4,
    colour: "grey",
    tunnel: true,
    locomotives: 1,
  } as Track;
  const board = { tracks: [track, { ...track, id: "a-b/2" }] } as Board;
  expect(trackMarks(board, track)).toEqual([
    "3 spaces",
    "4 points",
    "any colour",
    "tunnel",
    "ferry, 1 locomotive needed",
    "double route",
  ]);
});
