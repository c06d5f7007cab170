/** The final score: its rows, the order in which it is revealed, and what each line highlights on the board. */
import type { Highlight } from "../board/highlight";
import type { Result, ResultLine } from "../lib/api";

/** Line `line` of a seat's score. */
export interface Spot {
  seat: number;
  line: number;
}

/** The row of tickets. */
export const TICKETS = "ticket";
const kindOf = (line: ResultLine) => (line.parameters.ticket === undefined ? line.code : TICKETS);

/** The row of the score's table that a line counts in: all tickets in one, all that has to do with stations in one. */
export const rowOf = (line: ResultLine) => (line.code.startsWith("station") ? "stations" : kindOf(line));

/** The rows of the score's table. */
export function rowsOf(result: Result): string[] {
  const kinds = kindsOf(result);
  return [...new Set(kinds.map((kind) => (kind.startsWith("station") ? "stations" : kind)))];
}

/** The lines of a seat that count in a row. */
export const spotsOf = (result: Result, seat: number, row: string): Spot[] =>
  result.seats[seat]!.lines.flatMap((line, n) => (rowOf(line) === row ? [{ seat, line: n }] : []));

/** The kinds of lines in the result, in its order, which is the same for all seats. */
function kindsOf(result: Result): string[] {
  const kinds: string[] = [];
  for (const { lines } of result.seats) {
    let at = 0;
    for (const kind of new Set(lines.map(kindOf))) {
      if (!kinds.includes(kind)) kinds.splice(at, 0, kind);
      at = kinds.indexOf(kind) + 1;
    }
  }
  return kinds;
}

/** The lines of all seats in steps: tickets one by one, the lines of any other kind together. */
export function steps(result: Result): Spot[][] {
  const spots = result.seats.flatMap(({ seat, lines }) =>
    lines.map((line, n) => ({ kind: kindOf(line), spot: { seat, line: n } })),
  );
  return kindsOf(result).flatMap((kind) => {
    const ofKind = spots.filter((entry) => entry.kind === kind).map((entry) => entry.spot);
    return kind === TICKETS ? ofKind.map((spot) => [spot]) : [ofKind];
  });
}

/** The points of each seat after some steps. */
export function sums(result: Result, shown: Spot[][]): number[] {
  const sum = result.seats.map(() => 0);
  for (const spot of shown.flat()) sum[spot.seat]! += result.seats[spot.seat]!.lines[spot.line]!.points;
  return sum;
}

/** What a line of the score highlights: its tracks, and the cities of its ticket; null for a line that has neither. */
export function highlight(result: Result, spot: Spot): Highlight | null {
  const { parameters, tracks } = result.seats[spot.seat]!.lines[spot.line]!;
  if (parameters.ticket !== undefined) return { path: tracks, ticket: String(parameters.ticket) };
  return tracks.length ? { path: tracks } : null;
}
