/** Sentences about moves, tracks, tickets, results and errors in the reader's language. */
import { say, sayIf } from "../i18n/i18n.svelte";
import type { Move, Reason, Refused, ResultLine, Sheet, Sitter, Timing, Track } from "./api";
import { cost, type Line, readCards } from "./moves";

const DAY = 86_400;

const called = (one: Sitter) => (one.bot ? (sayIf(`bot_${one.bot}`) ?? one.bot) : one.name);

/** What people call a seat whose number stands beside it: a person's name, or a bot's. */
export const plainName = (seats: Sitter[], seat: number) =>
  (seats[seat] && called(seats[seat])) || say("seat_number", { n: seat + 1 });

/** The same where no number stands beside it: with the seat's number where several share a name. */
export function nameOf(seats: Sitter[], seat: number): string {
  const one = seats[seat];
  if (!one) return "";
  const name = plainName(seats, seat);
  return called(one) && seats.filter((other) => called(other) === called(one)).length > 1
    ? `${name} ${seat + 1}`
    : name;
}

/** How time is measured at a table. */
export function timingText({ kind, seconds }: Timing): string {
  if (kind === "none") return say("clock_none");
  if (kind === "game") return say("clock_game_minutes", { n: Math.round(seconds / 60) });
  if (seconds >= DAY) return say("clock_turn_days", { n: Math.round(seconds / DAY) });
  return seconds >= 60
    ? say("clock_turn_minutes", { n: Math.round(seconds / 60) })
    : say("clock_turn_seconds", { n: seconds });
}

export const cardName = (card: string) => sayIf(card) ?? card;

export const cardsText = (cards: [string, number][]) =>
  cards.map(([card, count]) => `${count} × ${cardName(card)}`).join(" + ");

type Ends = { a: string; b: string };
const known = new WeakMap<Sheet, Map<string, Ends>>(); // asked for every track with every move

/** The names of a track's or ticket's two cities. */
export function ends(sheet: Sheet, id: string): Ends {
  let found = known.get(sheet);
  if (!found) {
    const all = [...sheet.tickets, ...sheet.tracks];
    found = new Map(all.map((one) => [one.id, { a: sheet.names[one.a] ?? one.a, b: sheet.names[one.b] ?? one.b }]));
    known.set(sheet, found);
  }
  return found.get(id) ?? { a: id, b: "" };
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

/** A line of the log, or null for what is not worth telling: cards that are dealt. The next line may say what was drawn. */
export function lineText(sheet: Sheet, seats: Sitter[], line: Line, next?: Line): string | null {
  const [verb, ...rest] = line.words;
  if (line.seat === null) {
    return verb === "first" ? say("log_first", { name: nameOf(seats, Number(rest[0])) }) : null;
  }
  const name = nameOf(seats, line.seat);
  if (verb === "take") return say("log_take", { name, card: cardName(rest[0] ?? "") });
  if (verb === "draw") {
    const card = next?.seat === null && next.words[0] !== "?" ? next.words[0] : undefined;
    return card ? say("log_drawn", { name, card: cardName(card) }) : say("log_draw", { name });
  }
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

/** A seat's last turn in a few words, without its name. */
export function turnText(sheet: Sheet, turn: Line[]): string {
  if (turn.some((line) => line.words[0] === "give")) return say("did_give_up");
  return turn
    .map((line) => didText(sheet, line))
    .filter(Boolean)
    .join(", ");
}

function didText(sheet: Sheet, line: Line): string | null {
  const [verb, ...rest] = line.words;
  if (verb === "take") return say("did_take", { card: cardName(rest[0] ?? "") });
  if (verb === "draw") return say("did_draw");
  if (verb === "keep") return say("did_tickets");
  if (verb === "claim") return say("did_claim", ends(sheet, rest[0] ?? ""));
  if (verb === "station") return say("did_station", { city: sheet.names[rest[0] ?? ""] ?? "" });
  return verb === "pass" ? say("did_pass") : null;
}

/** A move that somebody may make, as advice. */
export function moveText(sheet: Sheet, move: Move, offer: string[]): string {
  if (move.kind === "take") return say("do_take", { card: cardName(move.card ?? "") });
  if (move.kind === "draw") return say("draw_card");
  if (move.kind === "tickets") return say("draw_tickets");
  if (move.kind === "keep") {
    const kept = (move.places ?? []).map((place) => ends(sheet, offer[place - 1] ?? ""));
    return say("do_keep", { tickets: kept.map(({ a, b }) => `${a} – ${b}`).join(", ") });
  }
  const cards = cardsText(cost(move)) + (move.swaps ? ` ${say("swaps_added", { n: move.swaps })}` : "");
  if (move.kind === "claim") return say("do_claim", { ...ends(sheet, move.track ?? ""), cards });
  if (move.kind === "station") return say("do_station", { city: sheet.names[move.city ?? ""] ?? "" });
  if (move.kind === "pay") return say("do_pay", { cards });
  if (move.kind === "swap") return say("do_swap", { card: cardName(move.card ?? "") });
  return say(move.kind === "pass" ? "pass" : "give_up");
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

/** Refusals that mean the same to somebody at a browser. */
const ALIKE: Record<string, string> = {
  no_token: "stranger",
  bad_token: "stranger",
  expired_token: "stranger",
  forgotten_player: "stranger",
  foreign_origin: "page",
  no_origin: "page",
  bad_json: "page",
  bad_path: "page",
  bad_method: "page",
  bad_media: "page",
  too_large: "page",
  no_such_seat: "page",
  which_seat: "page",
  no_such_ply: "page",
  wrong_bytes: "page",
  too_slow: "unreachable",
  not_wanted: "stale",
  sent_already: "stale",
  no_proposal: "stale",
  nobody_decides: "stale",
};

/** Why the server, or the rules, refused something. */
export function refusalText(refused: Refused, seats: Sitter[]): string {
  const { reason, code } = refused;
  if (reason) return sayIf(`reason_${reason.code}`, shown(reason.parameters, seats)) ?? say("no_move_there");
  const fields = shown(refused.parameters, seats);
  return sayIf(`refused_${ALIKE[code] ?? code}`, fields) ?? say("refused_other", { text: refused.message });
}

/** Parameters as people read them: seats from one on and by name, cards by their names. */
function shown(parameters: Reason["parameters"], seats: Sitter[]): Record<string, string | number> {
  const fields: Record<string, string | number> = { ...parameters };
  for (const key of ["card", "colour", "last"]) if (key in fields) fields[key] = cardName(String(fields[key]));
  const seat = parameters.seat ?? parameters.mover;
  if (seat !== undefined) {
    fields.name = nameOf(seats, Number(seat)) || say("seat_number", { n: Number(seat) + 1 });
    fields.seat = Number(seat) + 1;
  }
  if (parameters.due !== undefined) fields.n = parameters.due;
  return fields;
}
