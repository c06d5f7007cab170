import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bestFirst, cost, readCards, readLine, readRecordLines } from "../src/moves";
import { hex, sha256, unhex } from "../src/sha256";
import type { Move } from "../src/wire";
import { pan, whole, zoom } from "../src/window";

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
