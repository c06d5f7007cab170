import { expect, test } from "vitest";
import { inSlices } from "../../src/board/inSlices";
import { type Name, placeNames } from "../../src/board/names";
import { placeCard } from "../../src/board/placeCard";
import { trackOutline } from "../../src/board/trackPath";
import type { Board, View } from "../../src/lib/api";
import { closedTracks } from "../../src/lib/closedTracks";

const SCREEN = { width: 1000, height: 600 };
const CARD = { width: 200, height: 120 };

test("a card is above its track, and elsewhere if there is no room", () => {
  const track = [
    { x: 480, y: 300 },
    { x: 520, y: 300 },
  ];
  const above = placeCard(track, 15, CARD, SCREEN);
  expect(above.x).toBe(400);
  expect(above.y + CARD.height).toBeLessThan(285);
  const atTheTop = placeCard([{ x: 500, y: 40 }], 15, CARD, SCREEN);
  expect(atTheTop.y).toBeGreaterThan(55);
  const corner = placeCard([{ x: 995, y: 595 }], 15, CARD, SCREEN);
  expect(corner.x + CARD.width).toBeLessThanOrEqual(SCREEN.width);
  expect(corner.y + CARD.height).toBeLessThanOrEqual(SCREEN.height);
});

const track = (id: string, a: string, b: string, y: number) => ({ id, a, b, length: 1, slots: [[100, y, 0]] });
const board = {
  viewBox: [0, 0, 400, 300],
  slot: { length: 30, width: 10 },
  cityRadius: 8,
  labelSize: 10,
  bothTracksFrom: 4,
  cities: [
    { id: "a", x: 60, y: 100 },
    { id: "b", x: 140, y: 100 },
  ],
  labels: [
    { dx: 10, dy: 4, anchor: "start", lines: ["Left"] },
    { dx: 10, dy: 4, anchor: "start", lines: ["Right"] },
  ],
  tracks: [track("a-b", "a", "b", 94), track("a-b/2", "a", "b", 106), track("a-c", "a", "c", 200)],
} as unknown as Board;

test("names stay as printed while they can be read, and keep off each other when they grow", async () => {
  const measure = (text: string, size: number) => text.length * size * 0.6;
  const place = (size: number) => new Promise<Name[]>((done) => inSlices(placeNames(board, size, measure), done));
  const printed = await place(10);
  expect(printed.map(({ x, y }) => [x, y])).toEqual([
    [70, 104],
    [150, 104],
  ]);
  const [left, right] = (await place(24)) as [Name, Name];
  const edge = { start: 1, middle: 0.5, end: 0 };
  const end = left.x + measure("Left", 24) * edge[left.anchor];
  const start = right.x - measure("Right", 24) * (1 - edge[right.anchor]);
  expect(end < start || Math.abs(left.y - right.y) > 20).toBe(true);
  const only = await place(135); // "Right" is wider than the board
  expect(only.map(({ city }) => city)).toEqual(["a"]);
  expect(await place(1000)).toEqual([]);
});

test("a ring goes around all slots of a track", () => {
  expect(trackOutline(board, board.tracks[0]!, 8)).toBe(
    "M85.0,102.0L115.0,102.0A8,8 0 0 0 115.0,86.0L85.0,86.0A8,8 0 0 0 85.0,102.0Z",
  );
});

test("the twin of a claimed track is closed where there are few players", () => {
  const seats = (count: number) => Array.from({ length: count }, (_, n) => ({ tracks: n ? [] : ["a-b"] }));
  const view = (count: number) => ({ seats: seats(count) }) as unknown as View;
  expect([...closedTracks(board, view(3))]).toEqual(["a-b/2"]);
  expect(closedTracks(board, view(4)).size).toBe(0);
});
