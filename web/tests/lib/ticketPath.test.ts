import { expect, test } from "vitest";
import type { Board, TicketStatus, View } from "../../src/lib/api";
import { trackName } from "../../src/lib/text";
import { pathTracks, ticketPathText } from "../../src/lib/ticketPath";

const track = (id: string, a: string, b: string, colour = "grey") => ({ id, a, b, length: 2, colour });
const board = {
  names: { a: "Aa", b: "Bb", c: "Cc", d: "Dd" },
  tickets: [{ id: "t", a: "a", b: "d", points: 7 }],
  tracks: [track("b-c", "b", "c", "red"), track("a-b", "a", "b"), track("a-b-2", "a", "b"), track("c-d", "c", "d")],
} as unknown as Board;
const status = (path: string[]): TicketStatus => ({ ticket: "t", points: 7, state: "possible", path });
const view = (...tracks: string[][]) => ({ viewer: 0, seats: tracks.map((own) => ({ tracks: own })) }) as View;

test("a path is ordered from the ticket's first city to its second", () => {
  const path = pathTracks(board, status(["b-c", "a-b", "c-d"]));
  expect(path.map(({ id }) => id)).toEqual(["a-b", "b-c", "c-d"]);
});

test("a path in words says the cities, what is still to claim, and what a station has to lend", () => {
  expect(ticketPathText(board, view(["a-b"], ["c-d"]), status(["b-c", "a-b", "c-d"]))).toBe(
    "Path: Aa, Bb, Cc, Dd. Still to claim: Bb – Cc, 2 spaces, red. " +
      "To use through a station: Cc – Dd, 2 spaces, any colour.",
  );
  expect(ticketPathText(board, view(["a-b", "b-c", "c-d"], []), status(["b-c", "a-b", "c-d"]))).toBe(
    "Path: Aa, Bb, Cc, Dd.",
  );
  expect(ticketPathText(board, view([], []), status([]))).toBe("There is no path left.");
});

test("two grey tracks of a double route have names of their own", () => {
  const names = board.tracks.map((one) => trackName(board, one));
  expect(names.slice(1, 3)).toEqual([
    "Aa – Bb, 2 spaces, any colour, track 1 of 2",
    "Aa – Bb, 2 spaces, any colour, track 2 of 2",
  ]);
  expect(new Set(names).size).toBe(4);
});
