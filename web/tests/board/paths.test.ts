import { expect, test } from "vitest";
import { pathOfLength, shortestPath } from "../../src/board/paths";

const edge = (id: string, length = 1) => ({ id, a: id[0]!, b: id[1]!, length });

test("a way between two cities has the fewest spaces", () => {
  const tracks = [edge("ab", 5), edge("ac"), edge("cb", 2), edge("xy")];
  expect(shortestPath(tracks, "a", "b")).toEqual(["ac", "cb"]);
  expect(shortestPath(tracks, "a", "y")).toEqual([]);
});

test("a trail may cross a city twice, and never uses a track twice", () => {
  const tracks = [edge("ab", 2), edge("bc", 3), edge("cd", 4), edge("db", 2), edge("be", 6), edge("bf", 1)];
  const trail = pathOfLength(tracks, 17);
  expect(new Set(trail)).toEqual(new Set(["ab", "bc", "cd", "db", "be"]));
  expect(pathOfLength(tracks, 99)).toEqual([]);
});
