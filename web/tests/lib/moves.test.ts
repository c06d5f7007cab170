import { expect, test } from "vitest";
import type { View } from "../../src/lib/api";
import {
  cost,
  isUnpaidTunnel,
  lastClaim,
  lastTurns,
  readLine,
  readMove,
  readRecordLines,
  recentClaims,
  tradedIn,
  tunnelAt,
  turnCounts,
} from "../../src/lib/moves";

test("lines of a record are read, and its header is not", () => {
  const record =
    'format: 1\nseats: 2\nname 0: "0 take red"\n\n= first 0\n= ?\n0 keep 1 2\n1 claim a-b/2 3 red 1 locomotive\n';
  expect(readRecordLines(record).map((line) => line.seat)).toEqual([null, null, 0, 1]);
  expect(readLine("1 take red")).toEqual({ seat: 1, text: "take red", kind: "take", card: "red" });
  for (const text of ["", "=", "= red green", "1", "1 fly", "seats: 2"]) expect(readLine(text)).toBeNull();
});

test("moves are read into the fields that legal moves have", () => {
  const paid = { colour: "red", coloured: 3, locomotives: 1, swaps: 2 };
  const expected: Record<string, object> = {
    pass: { kind: "pass" },
    draw: { kind: "draw" },
    tickets: { kind: "tickets" },
    "swap blue": { kind: "swap", card: "blue" },
    "keep 1 3": { kind: "keep", kept: 2 },
    "keep 3 tickets": { kind: "keep", kept: 3 },
    "keep 1 ticket": { kind: "keep", kept: 1 },
    "keep ?": { kind: "keep" },
    "give up": { kind: "give up" },
    "station wien": { kind: "station", city: "wien" },
    "pay 2 locomotive": { kind: "pay", coloured: 0, locomotives: 2, swaps: 0 },
    "claim a-b/2 3 red 1 locomotive 2 swap": { kind: "claim", track: "a-b/2", ...paid },
  };
  for (const [text, fields] of Object.entries(expected)) expect(readMove(text), text).toEqual({ text, ...fields });
});

test("deals are read, with their outcome in a complete record", () => {
  const deal = (text: string) => ({ seat: null, text: text.slice(2), kind: "deal" });
  expect(readLine("= ?")).toEqual(deal("= ?"));
  expect(readLine("= red")).toEqual({ ...deal("= red"), dealt: "red" });
  expect(readLine("= first 0 0/4")).toEqual({ ...deal("= first 0 0/4"), dealt: "first", first: 0, outcome: [0, 4] });
  expect(readLine("= a-b 3/12")).toEqual({ ...deal("= a-b 3/12"), dealt: "a-b", outcome: [3, 12] });
});

test("a payment is the cards that it lays down", () => {
  expect(cost({ colour: "red", coloured: 2, locomotives: 1, swaps: 1 })).toEqual([
    ["red", 2],
    ["locomotive", 1],
  ]);
});

const read = (text: string) => text.split("\n").map((line) => readLine(line)!);

test("the cards of a tunnel are those that are turned over after its claim, as many as the map says", () => {
  const lines = read("0 draw\n= red\n1 claim a-b 2 red\n= red\n= blue\n= locomotive\n= green\n0 draw");
  const tunnels = { tracks: new Set(["a-b"]), cards: 3 };
  expect(tunnelAt(lines, 6, tunnels)).toEqual({
    ply: 2,
    seat: 1,
    track: "a-b",
    cards: ["red", "blue", "locomotive"],
    counted: [true, false, true],
  });
  expect(tunnelAt(lines, 7, tunnels)).toBeNull();
  expect(tunnelAt(read("1 claim a-b 2 red\n= red\n1 give up"), 1, tunnels)?.cards).toEqual(["red"]);
  expect(tunnelAt(lines, 6, { ...tunnels, cards: 4 })?.cards).toEqual(["red", "blue", "locomotive", "green"]);
  expect(tunnelAt(lines, 6, { tracks: new Set(), cards: 3 })).toBeNull();
  expect(tunnelAt([], -1, tunnels)).toBeNull();
  expect(lastClaim(lines)).toBe("a-b");
  expect(lastClaim([])).toBeNull();
});

test("a tunnel is only tried until its extra cards are paid", () => {
  const tunnels = { tracks: new Set(["a-b"]), cards: 2 };
  const isTry = (text: string) => {
    const [line, ...after] = read(text);
    return isUnpaidTunnel(line!, after, tunnels);
  };
  const turned = "0 claim a-b 2 red\n= red\n= blue";
  expect(isTry(turned)).toBe(true);
  expect(isTry(`${turned}\n0 give up`)).toBe(true);
  expect(isTry(`${turned}\n0 pay 1 red`)).toBe(false);
  expect(isTry("0 claim a-b 2 red\n= green\n= blue\n1 draw")).toBe(false);
  expect(isTry("0 claim a-b 2 locomotive\n= red\n= blue")).toBe(false); // locomotives alone have no colour
  expect(isTry("0 claim b-c 2 red\n= red\n= red")).toBe(false);
});

test("cards that are traded in follow their claim", () => {
  const lines = read("0 swap blue\n0 swap blue\n0 swap red\n1 draw\n0 swap red");
  expect(tradedIn(lines)).toEqual([
    ["blue", 2],
    ["red", 1],
  ]);
  expect(tradedIn([])).toEqual([]);
});

test("the last turn of each seat is all that it did in a row", () => {
  const lines = read("0 draw\n= ?\n0 take red\n= blue\n1 tickets\n1 keep 1\n0 take red\n= red\n0 draw");
  const verbs = lastTurns(lines, 3).map((turn) => turn.map((line) => line.kind));
  expect(verbs).toEqual([["take", "draw"], ["tickets", "keep"], []]);
});

test("claims of the others count as recent until the player's next turn ends", () => {
  const before = "0 claim a-b 1 red\n1 claim b-c 1 red\n2 claim c-d 1 red\n= blue\n2 give up";
  const seats = [["a-b"], ["b-c"], []].map((tracks) => ({ tracks })) as View["seats"];
  const recent = (text: string, movers: number[], viewer = 0) =>
    recentClaims(read(text), { viewer, movers, seats }).map(({ track, seat }) => `${seat} ${track}`);
  expect(recent(before, [0])).toEqual(["1 b-c"]); // the tunnel of seat 2 was given up
  expect(recent(`${before}\n0 draw\n= ?`, [0])).toEqual(["1 b-c"]); // the second card is still to come
  expect(recent(`${before}\n0 draw\n= ?\n0 draw\n= ?`, [1])).toEqual([]);
  expect(recent("0 claim a-b 1 red", [1], 1)).toEqual(["0 a-b"]);
  expect(recent(before, [0], -1)).toEqual([]);
});

test("turns are counted without the deals and the first choice of tickets", () => {
  const lines = read("= first 0\n0 keep 1\n1 keep 1\n0 draw\n= ?\n0 draw\n1 tickets\n1 keep 1\n0 pass");
  expect(turnCounts(lines)).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 3]);
});
