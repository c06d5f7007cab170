import { expect, test } from "vitest";
import type { Result } from "../../src/lib/api";
import { highlight, rowsOf, spotsOf, steps, sums } from "../../src/table/scoreSteps";

const line = (code: string, points: number, tracks: string[] = [], ticket?: string) => ({
  code,
  points,
  parameters: ticket === undefined ? {} : { ticket },
  tracks,
  text: "",
});
const result: Result = {
  seats: [
    {
      seat: 0,
      total: 12,
      place: 2,
      lines: [
        line("routes", 10, ["a-b", "b-c", "d-e"]),
        line("ticket_completed", 7, ["a-b", "b-c"], "a-c"),
        line("ticket_not_completed", -5, [], "a-e"),
      ],
      longest_path: [],
    },
    {
      seat: 1,
      total: 40,
      place: 1,
      lines: [
        line("routes", 20, ["x-y"]),
        line("ticket_completed", 6, ["x-y"], "x-y"),
        line("stations_not_built", 4),
        line("station_borrowed", 0, ["d-e"]),
        line("express", 10, ["x-y"]),
      ],
      longest_path: ["x-y"],
    },
  ],
  winners: [1],
  reason: { code: "won_by_points", parameters: { seat: 1 }, text: "" },
};

test("a score is revealed kind by kind, tickets one by one, and adds up to the totals", () => {
  const all = steps(result);
  expect(all.map((step) => step.map(({ seat, line }) => result.seats[seat]!.lines[line]!.code))).toEqual([
    ["routes", "routes"],
    ["ticket_completed"],
    ["ticket_not_completed"],
    ["ticket_completed"],
    ["stations_not_built"],
    ["station_borrowed"],
    ["express"],
  ]);
  expect(sums(result, all.slice(0, 2))).toEqual([17, 20]);
  expect(sums(result, all)).toEqual(result.seats.map(({ total }) => total));
});

test("a line lights up the tracks that the result names", () => {
  expect(highlight(result, { seat: 0, line: 1 })).toEqual({ path: ["a-b", "b-c"], ticket: "a-c" });
  expect(highlight(result, { seat: 0, line: 2 })).toEqual({ path: [], ticket: "a-e" });
  expect(highlight(result, { seat: 1, line: 3 })).toEqual({ path: ["d-e"] });
  expect(highlight(result, { seat: 1, line: 2 })).toBeNull();
});

test("the table of the score has one row for all tickets, and one for all that has to do with stations", () => {
  expect(rowsOf(result)).toEqual(["routes", "ticket", "stations", "express"]);
  expect(spotsOf(result, 1, "stations").map(({ line }) => line)).toEqual([2, 3]);
  expect(spotsOf(result, 0, "express")).toEqual([]);
});
