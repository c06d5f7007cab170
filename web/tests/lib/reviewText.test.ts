import { expect, test } from "vitest";
import type { Board, Report, Seat } from "../../src/lib/api";
import { turningText } from "../../src/lib/reviewText";

const seats = [{ bot: null, name: "Ann" }] as unknown as Seat[];
const mistake = (move: string, better: string) =>
  ({ code: "mistake", parameters: { seat: 0, move, better } }) as unknown as Report["turning_points"][number];

test("a mistake names the better move, unless the words for both are the same", () => {
  const told = (move: string, better: string) => turningText({} as Board, seats, mistake(move, better));
  expect(told("draw", "keep 1")).toBe("Ann: Draw from the deck. Better: Keep 1 ticket.");
  expect(told("keep 2", "keep 1")).toBe("Ann: Keep 1 ticket.");
});
