/** The final score in the order in which it is revealed, and what each step highlights on the board. */
import type { Highlight } from "../board/highlight";
import type { Result, ResultLine } from "../lib/api";

/** Line `line` of a seat's score. */
export interface Spot {
  seat: number;
  line: number;
}

const TICKET = "ticket";
const kindOf = (line: ResultLine) => (line.parameters.ticket === undefined ? line.code : TICKET);

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
    return kind === TICKET ? ofKind.map((spot) => [spot]) : [ofKind];
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
