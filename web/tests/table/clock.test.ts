import { expect, test } from "vitest";
import type { Clock, Seat } from "../../src/lib/api";
import { clockText, isOnHoliday, isSlow, remaining } from "../../src/table/clock";

const clock: Clock = { kind: "turn", seconds: 60, began: 1000, deadline: 61_000, ends: [61_000, null] };

test("time runs for the seat to move", () => {
  const seats = [{ seat: 0, left: 90_000 } as Seat, { seat: 1, left: 90_000 } as Seat];
  const left = (one: Clock) => seats.map((seat) => remaining(one, seat, 11_000));
  expect(left(clock)).toEqual([50_000, null]);
  expect(left({ ...clock, ends: [null, null] })).toEqual([null, null]); // only bots wait
  expect(left({ ...clock, kind: "game" })).toEqual([50_000, 90_000]);
  expect(left({ kind: "none", seconds: 0, began: 1000 })).toEqual([null, null]);
  expect(remaining(clock, seats[0]!, 70_000)).toBe(0);
  expect(remaining(clock, { ...seats[0]!, bot: "porter" }, 11_000)).toBeNull();
});

test("time stands still on holiday", () => {
  const seat = { seat: 0, holiday: 51_000 } as Seat;
  expect([11_000, 50_000, 55_000].map((now) => remaining(clock, seat, now))).toEqual([10_000, 10_000, 6000]);
  expect([11_000, 51_000].map((now) => isOnHoliday(seat, now))).toEqual([true, false]);
  expect(isOnHoliday({ seat: 0 } as Seat, 0)).toBe(false);
});

test("long times are shown in words", () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect([0, 61_000, 59 * minute].map(clockText)).toEqual(["0:00", "1:01", "59:00"]);
  expect([hour, 5 * hour + 20 * minute, day].map(clockText)).toEqual(["1 h", "5 h 20 min", "1 day"]);
  expect([2 * day + 4 * hour, 2 * day + minute].map(clockText)).toEqual(["2 days 4 h", "2 days"]);
});

test("a slow game has a clock of a day or more", () => {
  expect([86_399, 86_400].map((seconds) => isSlow({ kind: "turn", seconds }))).toEqual([false, true]);
  expect(isSlow({ kind: "none", seconds: 0 })).toBe(false);
});
