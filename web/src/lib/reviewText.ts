/** Sentences about a review: moves by their text, turning points, and why a move is good. */
import { type Fields, numberText, say, sayIf } from "../i18n/i18n.svelte";
import type { Board, Move, Report, Seat, View } from "./api";
import { ownerOf } from "./closedTracks";
import { readMove } from "./moves";
import { ends, moveText, nameOf } from "./text";

/** A move by its text. Of a choice of tickets it says which, if the offer is known. */
export function textMove(board: Board, text: string, offer: string[] = []): string {
  const fields = readMove(text);
  if (!fields) return text;
  if (fields.kind === "keep" && !offer.length)
    return say("do_keep", { tickets: say("ticket_count", { n: fields.kept ?? 0 }) });
  const places = fields.kind === "keep" ? text.split(" ").slice(1).map(Number) : undefined;
  const words = moveText(board, { ...fields, places } as Move, offer);
  return words.slice(0, 1).toLocaleUpperCase() + words.slice(1);
}

/** A chance or a change of one in points: "8.2", with a sign if it is a change. */
export const pointsOf = (share: number): string => numberText(Math.round(1000 * share) / 10).replace("-", "−");
export const changeOf = (share: number): string => (share > 0 ? "+" : "") + pointsOf(share);

type TurningPoint = Report["turning_points"][number];

/** What happened at a turning point. */
export function turningText(board: Board, seats: Seat[], { code, parameters }: TurningPoint): string {
  const fields: Fields = {};
  for (const [key, value] of Object.entries(parameters)) {
    if (key === "seat") fields.name = nameOf(seats, Number(value));
    else if (key === "by") fields.by = nameOf(seats, Number(value));
    else if (key === "track" || key === "ticket") fields[key] = ends(board, String(value)).pair;
    else if (key === "move" || key === "better") fields[key] = textMove(board, String(value));
    else fields[key] = value;
  }
  return sayIf(`turning_${code}`, fields) ?? code;
}

/** Why somebody who has this view may want a move, in a few words; empty if that is unknown. */
export function reasonToMove(board: Board, view: View, move: Move): string {
  const open = view.ticket_status.filter(({ state }) => state === "possible");
  const lacking = (path: string[]) => path.filter((track) => ownerOf(view, track) < 0);
  const named = (ticket: string) => ends(board, ticket);
  if (move.kind === "claim") {
    const wanting = open.filter(({ path }) => path.includes(move.track!)).sort((p, q) => q.points - p.points);
    const done = wanting.find(({ path }) => lacking(path).length === 1);
    if (done) return say("why_done", named(done.ticket));
    if (wanting[0]) return say("why_ticket", named(wanting[0].ticket));
    const points = board.tracks.find(({ id }) => id === move.track)?.points ?? 0;
    return say("why_points", { points: say("points", { n: points }) });
  }
  if (move.kind === "take") {
    if (move.card === "locomotive") return say("why_locomotive");
    const colourOf = (id: string) => board.tracks.find((track) => track.id === id)?.colour;
    for (const { path } of open) {
      const track = lacking(path).find((id) => colourOf(id) === move.card);
      if (track) return say("why_colour", named(track));
    }
    return "";
  }
  if (move.kind === "keep") {
    const points = (move.places ?? []).map(
      (place) => board.tickets.find(({ id }) => id === view.offer[place - 1])?.points ?? 0,
    );
    return say("why_points", { points: say("points", { n: points.reduce((p, q) => p + q, 0) }) });
  }
  if (move.kind === "station") {
    const near = open.find(({ path }) => path.some((id) => isBorrowed(board, view, id, move.city!)));
    return near ? say("why_station", named(near.ticket)) : "";
  }
  if (move.kind === "draw") return say("why_draw");
  if (move.kind === "tickets") return say("why_tickets");
  return move.kind === "give up" ? say("why_give_up") : "";
}

/** Whether a track of another seat begins at a city. */
function isBorrowed(board: Board, view: View, id: string, city: string): boolean {
  const owner = ownerOf(view, id);
  const track = board.tracks.find((one) => one.id === id);
  return owner >= 0 && owner !== view.viewer && (track?.a === city || track?.b === city);
}
