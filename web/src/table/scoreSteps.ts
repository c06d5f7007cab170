/** A final score in the order it is revealed, and what each step highlights on the board. */
import { pathOfLength, shortestPath } from "../board/paths";
import type { Result, ResultLine, Sheet, TicketStatus, View } from "../lib/api";

/** Line `line` of a seat. */
export interface Spot {
  seat: number;
  line: number;
}

const ORDER = ["routes", "ticket", "station", "attractions", "globetrotter", "express"];
const rank = (line: ResultLine) => ORDER.findIndex((start) => line.code.startsWith(start));

/** The lines of all seats in steps: tickets one by one, everything else of one kind at once. */
export function steps(result: Result): Spot[][] {
  const spots = result.seats.flatMap((one) =>
    one.lines.map((line, n) => ({ seat: one.seat, line: n, rank: rank(line) })),
  );
  const kinds = [...new Set(spots.map((one) => one.rank))].sort((p, q) => p - q);
  const told = (kind: number): Spot[][] => {
    const same = spots.filter((one) => one.rank === kind).map(({ seat, line }) => ({ seat, line }));
    return ORDER[kind] === "ticket" ? same.map((one) => [one]) : [same];
  };
  return kinds.flatMap(told);
}

/** How many points of each seat are told after so many steps. */
export function sums(result: Result, told: Spot[][]): number[] {
  const sum = result.seats.map(() => 0);
  for (const spot of told.flat()) sum[spot.seat]! += result.seats[spot.seat]!.lines[spot.line]!.points;
  return sum;
}

/** What a line of the score looks like on the board; null if there is nothing to draw. */
export function drawn(sheet: Sheet, view: View, result: Result, spot: Spot): TicketStatus | null {
  const lines = result.seats[spot.seat]!.lines;
  const line = lines[spot.line]!;
  const own = new Set(view.seats[spot.seat]!.tracks);
  const tracks = (ids: Set<string>) => sheet.tracks.filter((track) => ids.has(track.id));
  if (line.code === "routes") return { ticket: "", points: 0, state: "done", path: [...own] };
  if (line.code === "express") {
    return { ticket: "", points: 0, state: "done", path: pathOfLength(tracks(own), Number(line.parameters.length)) };
  }
  if (line.code === "station_borrowed")
    return { ticket: "", points: 0, state: "done", path: [String(line.parameters.track)] };
  const ticket = sheet.tickets.find((one) => one.id === line.parameters.ticket);
  if (!ticket) return null;
  const lent = lines.flatMap((one) => (one.code === "station_borrowed" ? [String(one.parameters.track)] : []));
  const path = shortestPath(tracks(new Set([...own, ...lent])), ticket.a, ticket.b);
  return { ticket: ticket.id, points: ticket.points, state: path.length ? "done" : "impossible", path };
}
