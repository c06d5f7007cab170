import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { clockText, remaining } from "../src/clock";
import { flights } from "../src/motion";
import { bestFirst, cost, lastTurns, readCards, readLine, readRecordLines, tunnelAt } from "../src/moves";
import { hex, sha256, unhex } from "../src/sha256";
import type { Move, Sitter } from "../src/wire";
import { around, cover, nearest, pan, whole, zoom } from "../src/window";

test("SHA-256 agrees with another implementation at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
    expect(hex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

test("hexadecimal digits are read as they are written", () => {
  const bytes = Uint8Array.from([0, 1, 15, 16, 255]);
  expect(hex(bytes)).toBe("00010f10ff");
  expect(unhex(hex(bytes))).toEqual(bytes);
});

test("lines of a record are read, and its header is not", () => {
  const record = 'format: 1\nseats: 2\nname 0: "0 take red"\n\n= first 0\n= ?\n0 keep 1 2\n1 claim a-b/2 3 red 1 locomotive\n';
  expect(readRecordLines(record).map((line) => line.seat)).toEqual([null, null, 0, 1]);
  expect(readLine("1 take red")).toEqual({ seat: 1, words: ["take", "red"] });
  expect(readLine("")).toBeNull();
});

test("cards of a payment are read", () => {
  expect(readCards("3 red 1 locomotive 2 swap".split(" "))).toEqual({ cards: [["red", 3], ["locomotive", 1]], swaps: 2 });
  expect(readCards([])).toEqual({ cards: [], swaps: 0 });
});

const way = (colour: string, coloured: number, locomotives: number, swaps = 0): Move => ({
  text: `${coloured} ${colour} ${locomotives} ${swaps}`, kind: "claim", track: "a-b", colour, coloured, locomotives, swaps,
});

test("the best way to pay spares locomotives, then swaps, then the scarce colour", () => {
  const ways = [way("red", 2, 1), way("blue", 3, 0), way("green", 3, 0), way("black", 2, 0, 1)];
  const order = bestFirst(ways, { red: 2, blue: 3, green: 5, black: 2, locomotive: 1 });
  expect(order.map((move) => move.colour)).toEqual(["green", "blue", "black", "red"]);
  expect(cost(way("red", 2, 1))).toEqual([["red", 2], ["locomotive", 1]]);
});

test("zooming keeps the point under the pointer in its place, and never shows more than the whole", () => {
  const all = whole([0, 0, 1000, 500]);
  const near = zoom(all, 4, 500, 250, all);
  expect((500 - near.x) / near.w).toBeCloseTo((500 - all.x) / all.w);
  expect(zoom(near, 0.01, 500, 250, all).w).toBe(all.w);
  expect(pan(near, 99999, 0, all).x).toBeLessThan(all.x + all.w);
});

test("a window is filled around the middle of the board, no wider than can be read", () => {
  const all = whole([0, 0, 1000, 500]);
  const tall = cover(all, 0.5, 9999);
  expect(tall.h).toBeCloseTo(all.h);
  expect(tall.x + tall.w / 2).toBeCloseTo(500);
  expect(cover(all, 0.5, 100).w).toBe(100);
  expect(cover(all, 9, 9999).w).toBe(all.w);
});

test("the ends of a ticket are shown with room beside them, and never more than the board", () => {
  const all = whole([0, 0, 1000, 1000]);
  const part = around([{ x: 400, y: 500 }, { x: 600, y: 520 }], all, 1);
  expect([part.x + part.w / 2, part.y + part.h / 2]).toEqual([500, 510]);
  expect(part.w).toBeGreaterThan(200);
  expect(around([{ x: 0, y: 0 }, { x: 1000, y: 1000 }], all, 1).w).toBe(all.w);
});

test("a tap beside tracks picks the nearest, if it is near enough", () => {
  const tracks = [{ id: "a", slots: [[0, 0, 0], [10, 0, 0]] }, { id: "b", slots: [[30, 0, 0]] }] as const;
  expect(nearest(tracks, 12, 3, 10)?.id).toBe("a");
  expect(nearest(tracks, 26, 0, 10)?.id).toBe("b");
  expect(nearest(tracks, 20, 50, 10)).toBeNull();
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

test("time runs for whoever is to move", () => {
  const clock = { kind: "turn", seconds: 60, began: 1000 } as const;
  const seat = { left: 90_000 } as Sitter;
  expect(remaining(clock, seat, true, 11_000)).toBe(50_000);
  expect(remaining(clock, seat, false, 11_000)).toBeNull();
  expect(remaining({ ...clock, kind: "game" }, seat, true, 11_000)).toBe(80_000);
  expect(remaining({ ...clock, kind: "game" }, seat, false, 11_000)).toBe(90_000);
  expect(remaining({ ...clock, kind: "none" }, seat, true, 11_000)).toBeNull();
  expect([0, 61_000, 3_600_000].map(clockText)).toEqual(["0:00", "1:01", "1:00:00"]);
});

test("cards fly from where they lay to where they go", () => {
  const ways = flights(read("0 take red\n= blue\n1 draw\n= ?\n0 draw\n= green\n1 claim a-b 2 white 1 locomotive"), 0);
  expect(ways.map((one) => one.card)).toEqual(["red", "back", "green", "white", "locomotive"]);
  expect(ways[0]!.to[0]).toBe('[data-hand="red"]');
  expect(ways[1]!.to).toEqual(['[data-seat="1"]']);
  expect(ways[3]!.to).toEqual(['.hits [data-track="a-b"]']);
});
