/** Sentences about a review: moves by their text, turning points, and why a move is good. */
import { type Fields, type Key, numberText, say, sayIf } from "../i18n/i18n.svelte";
import type { Board, Move, Reason, Report, Seat } from "./api";
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
  // Of a choice of tickets only the number is known here, which may be the same.
  const told = code === "mistake" && fields.move === fields.better ? "move" : code;
  return sayIf(`turning_${told}`, fields) ?? told;
}

/** What a move is good for, in a few words. */
export function purposeText(board: Board, { code, parameters }: Reason): string {
  const { ticket, track, points } = parameters;
  return say(`why_${code}` as Key, {
    ...ends(board, String(ticket ?? track ?? "")),
    points: say("points", { n: Number(points ?? 0) }),
  });
}
