import { expect, test } from "vitest";
import type { Seat } from "../../src/lib/api";
import { clockText, remaining } from "../../src/table/clock";

test("time runs for the seat to move", () => {
  const clock = { kind: "turn", seconds: 60, began: 1000, deadline: 61_000 } as const;
  const seat = { left: 90_000 } as Seat;
  expect(remaining(clock, seat, true, 11_000)).toBe(50_000);
  expect(remaining(clock, seat, false, 11_000)).toBeNull();
  expect(remaining({ ...clock, deadline: null }, seat, true, 11_000)).toBeNull(); // only bots wait
  expect(remaining({ ...clock, kind: "game" }, seat, true, 11_000)).toBe(80_000);
  expect(remaining({ ...clock, kind: "game" }, seat, false, 11_000)).toBe(90_000);
  expect(remaining({ ...clock, kind: "none" }, seat, true, 11_000)).toBeNull();
  expect([0, 61_000, 3_600_000].map(clockText)).toEqual(["0:00", "1:01", "1:00:00"]);
});
