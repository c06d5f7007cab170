import { expect, test } from "vitest";
import { readLine } from "../../src/lib/moves";
import { flights } from "../../src/table/motion";

const read = (text: string) => text.split("\n").map((line) => readLine(line)!);

test("cards fly from where they were to where they go", () => {
  const flying = flights(read("0 take red\n= blue\n1 draw\n= ?\n0 draw\n= green\n1 claim a-b 2 white 1 locomotive"), 0);
  expect(flying.map((flight) => flight.card)).toEqual(["red", "back", "green", "white", "locomotive"]);
  expect(flying[0]!.to[0]).toBe('[data-hand="red"]');
  expect(flying[1]!.to).toEqual(['[data-seat="1"]']);
  expect(flying[3]!.to).toEqual(['.hits [data-track="a-b"]']);
});
