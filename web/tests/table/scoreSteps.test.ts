import { expect, test } from "vitest";
import type { Result } from "../../src/lib/api";
import { steps, sums } from "../../src/table/scoreSteps";

const line = (code: string, points: number) => ({ code, points, parameters: {}, text: "" });
const result: Result = {
  seats: [
    {
      seat: 0,
      total: 12,
      place: 2,
      lines: [line("routes", 10), line("ticket_completed", 7), line("ticket_not_completed", -5)],
    },
    { seat: 1, total: 30, place: 1, lines: [line("routes", 20), line("express", 10)] },
  ],
  winners: [1],
  reason: { code: "won_by_points", parameters: { seat: 1 }, text: "" },
};

test("a score is told kind by kind, tickets one by one, and adds up to the totals", () => {
  const told = steps(result);
  expect(told).toEqual([
    [
      { seat: 0, line: 0 },
      { seat: 1, line: 0 },
    ],
    [{ seat: 0, line: 1 }],
    [{ seat: 0, line: 2 }],
    [{ seat: 1, line: 1 }],
  ]);
  expect(sums(result, told.slice(0, 2))).toEqual([17, 20]);
  expect(sums(result, told)).toEqual(result.seats.map((one) => one.total));
});
