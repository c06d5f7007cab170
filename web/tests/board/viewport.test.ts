import { expect, test } from "vitest";
import { around, cover, nearest, pan, whole, zoom } from "../../src/board/viewport";

test("zooming keeps the point under the pointer in place, and never shows more than the whole board", () => {
  const all = whole([0, 0, 1000, 500]);
  const near = zoom(all, 4, 500, 250, all);
  expect((500 - near.x) / near.w).toBeCloseTo((500 - all.x) / all.w);
  expect(zoom(near, 0.01, 500, 250, all).w).toBe(all.w);
  expect(pan(near, 99999, 0, all).x).toBeLessThan(all.x + all.w);
});

test("the middle of the board fills the viewport, at most as wide as can be read", () => {
  const all = whole([0, 0, 1000, 500]);
  const tall = cover(all, 0.5, 9999);
  expect(tall.h).toBeCloseTo(all.h);
  expect(tall.x + tall.w / 2).toBeCloseTo(500);
  expect(cover(all, 0.5, 100).w).toBe(100);
  expect(cover(all, 9, 9999).w).toBe(all.w);
});

test("the cities of a ticket are shown with padding, and never more than the board", () => {
  const all = whole([0, 0, 1000, 1000]);
  const part = around(
    [
      { x: 400, y: 500 },
      { x: 600, y: 520 },
    ],
    all,
    1,
  );
  expect([part.x + part.w / 2, part.y + part.h / 2]).toEqual([500, 510]);
  expect(part.w).toBeGreaterThan(200);
  expect(
    around(
      [
        { x: 0, y: 0 },
        { x: 1000, y: 1000 },
      ],
      all,
      1,
    ).w,
  ).toBe(all.w);
});

test("a tap beside tracks picks the nearest, if it is near enough", () => {
  const tracks = [
    {
      id: "a",
      slots: [
        [0, 0, 0],
        [10, 0, 0],
      ],
    },
    { id: "b", slots: [[30, 0, 0]] },
  ] as const;
  expect(nearest(tracks, 12, 3, 10)?.id).toBe("a");
  expect(nearest(tracks, 26, 0, 10)?.id).toBe("b");
  expect(nearest(tracks, 20, 50, 10)).toBeNull();
});
