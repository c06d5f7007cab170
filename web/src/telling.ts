/** Telling: moves, tracks, tickets, results and refusals in words of the reader's language. */
import { readCards, type Line } from "./moves";
import type { Clock, Refused, ResultLine, Reason, Sheet, Sitter, Track } from "./wire";
import { say, sayIf } from "./words.svelte";

const DAY = 86_400;

/** What people call a seat: a person's name, or a bot's, with the seat's number where several share it. */
export function nameOf(seats: Sitter[], seat: number): string {
  const called = (one: Sitter) => (one.bot ? (sayIf(`bot_${one.bot}`) ?? one.bot) : one.name);
  const one = seats[seat];
  if (!one) return "";
  const name = called(one) || say("seat_number", { n: seat + 1 });
  return seats.filter((other) => called(other) === called(one)).length > 1 ? `${name} ${seat + 1}` : name;
}

/** How time is measured at a table. */
export function clockText({ kind, seconds }: Clock): string {
  if (kind === "none") return say("clock_none");
  if (kind === "game") return say("clock_game_minutes", { n: Math.round(seconds / 60) });
  if (seconds >= DAY) return say("clock_turn_days", { n: Math.round(seconds / DAY) });
  return seconds >= 60 ? say("clock_turn_minutes", { n: Math.round(seconds / 60) }) : say("clock_turn_seconds", { n: seconds });
}

export const cardName = (card: string) => sayIf(card) ?? card;

export const cardsText = (cards: [string, number][]) =>
  cards.map(([card, count]) => `${count} × ${cardName(card)}`).join(" + ");

/** The names of a track's or ticket's two cities. */
export function ends(sheet: Sheet, id: string): { a: string; b: string } {
  const one = sheet.tracks.find((track) => track.id === id) ?? sheet.tickets.find((ticket) => ticket.id === id);
  return { a: sheet.names[one?.a ?? ""] ?? id, b: sheet.names[one?.b ?? ""] ?? "" };
}

/** What a screen reader says of a track. */
export function trackText(sheet: Sheet, track: Track, owner: string | null, isOpen: boolean): string {
  const parts = [say("track_name", { ...ends(sheet, track.id), n: track.length, colour: cardName(track.colour) })];
  if (track.tunnel) parts.push(say("track_tunnel"));
  if (track.locomotives) parts.push(say("track_ferry", { n: track.locomotives }));
  if (owner) parts.push(say("track_taken", { name: owner }));
  if (isOpen) parts.push(say("track_open"));
  return parts.join(", ");
}

/** A line of the log, or null for what is not worth telling: cards that are dealt. */
export function lineText(sheet: Sheet, seats: Sitter[], line: Line): string | null {
  const [verb, ...rest] = line.words;
  if (line.seat === null) {
    return verb === "first" ? say("log_first", { name: nameOf(seats, Number(rest[0])) }) : null;
  }
  const name = nameOf(seats, line.seat);
  if (verb === "take") return say("log_take", { name, card: cardName(rest[0] ?? "") });
  if (verb === "draw") return say("log_draw", { name });
  if (verb === "tickets") return say("log_tickets", { name });
  if (verb === "keep") {
    const told = rest.at(-1)?.startsWith("ticket");
    return rest[0] === "?" ? null : say("log_keep", { name, n: told ? Number(rest[0]) : rest.length });
  }
  if (verb === "claim") {
    const { cards, swaps } = readCards(rest.slice(1));
    const text = cardsText(cards) + (swaps ? ` ${say("swaps_added", { n: swaps })}` : "");
    return say("log_claim", { name, ...ends(sheet, rest[0] ?? ""), cards: text });
  }
  if (verb === "station") return say("log_station", { name, city: sheet.names[rest[0] ?? ""] ?? "" });
  if (verb === "pay") return say("log_pay", { name, cards: cardsText(readCards(rest).cards) });
  if (verb === "give") return say("log_give_up", { name });
  if (verb === "swap") return say("log_swap", { name, card: cardName(rest[0] ?? "") });
  return say("log_pass", { name });
}

/** A line of the final score. */
export function scoreText(sheet: Sheet, line: ResultLine): string {
  const { ticket, city, routes, ...rest } = line.parameters;
  const fields = {
    ...rest,
    ...(ticket === undefined ? {} : ends(sheet, String(ticket))),
    ...(city === undefined ? {} : { city: sheet.names[String(city)] ?? "" }),
    ...(routes === undefined ? {} : { n: routes }),
  };
  return sayIf(`score_${line.code}`, fields) ?? line.code;
}

/** Why somebody won. */
export function winText(seats: Sitter[], reason: Reason): string {
  const told = String(reason.parameters.seat ?? reason.parameters.seats ?? "");
  const name = (told.match(/\d+/g) ?? []).map((seat) => nameOf(seats, Number(seat))).join(", ");
  return sayIf(reason.code, { name }) ?? name;
}

/** Refusals that leave the reader the same thing to do share a sentence. */
const ALIKE: Record<string, string> = {
  bad_token: "no_token", expired_token: "no_token", forgotten_player: "no_token", foreign_origin: "no_origin",
  bad_json: "bad_body", bad_path: "bad_body", bad_method: "bad_body", bad_media: "bad_body", too_large: "bad_body",
  too_slow: "unreachable", not_your_seat: "not_seated", sent_already: "not_wanted", wrong_bytes: "not_wanted",
};

/** Why the server, or the rules, refused something. */
export function refusalText(refused: Refused, seats: Sitter[]): string {
  const reason = refused.reason;
  if (reason) {
    const code = reason.code.startsWith("phase_") ? "phase" : reason.code;
    const name = reason.code === "track_taken" ? nameOf(seats, Number(reason.parameters.seat)) : "";
    return sayIf(`reason_${code}`, { ...reason.parameters, name }) ?? say("no_move_there");
  }
  return sayIf(`refused_${ALIKE[refused.code] ?? refused.code}`, refused.parameters) ?? say("refused_other", { text: refused.message });
}
