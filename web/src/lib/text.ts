/** Sentences about moves, tracks, tickets, results and errors in the reader's language. */
import { clauses, type Fields, listText, say, sayIf } from "../i18n/i18n.svelte";
import type { Move, Reason, Refused, ResultLine, Rules, Sheet, Sitter, Timing, Track, TrackStatus, View } from "./api";
import { cost, type Line, type MoveFields } from "./moves";

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
    ? say("name_and_seat", { name, n: seat + 1 })
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

/** What a kind of card is called: beside a picture of it, and in lists. */
export const cardName = (card: string) => sayIf(`card_${card}`) ?? card;

/** A card in the two forms among which a language chooses: its name, and as what somebody takes or gives. */
const cardFields = (card = "") => ({ card: cardName(card), a_card: sayIf(`a_card_${card}`) ?? card });

/** The colour of a route, or of what one pays with. */
const routeColour = (colour: string) => sayIf(`route_${colour}`) ?? colour;

/** What a payment lays down. */
export const cardsText = (cards: [string, number][], swaps = 0) =>
  [
    ...cards.map(([card, count]) => `${count} × ${cardName(card)}`),
    ...(swaps ? [say("swaps", { n: swaps })] : []),
  ].join(" + ");

/** The cards that were turned up for a tunnel. */
export const turnedText = (cards: string[]) => say("log_turned", { cards: listText(cards.map(cardName), "narrow") });

/** The names of several seats. */
export const namesText = (seats: Sitter[], which: number[]) => listText(which.map((seat) => nameOf(seats, seat)));

type Ends = { a: string; b: string };
const known = new WeakMap<Sheet, Map<string, Ends>>(); // asked for every track with every move

/** The names of a track's or ticket's two cities, and both in one. */
export function ends(sheet: Sheet, id: string): Ends & { pair: string } {
  let found = known.get(sheet);
  if (!found) {
    const all = [...sheet.tickets, ...sheet.tracks];
    found = new Map(all.map((one) => [one.id, { a: sheet.names[one.a] ?? one.a, b: sheet.names[one.b] ?? one.b }]));
    known.set(sheet, found);
  }
  const both = found.get(id);
  return both ? { ...both, pair: say("pair", { ...both }) } : { a: id, b: "", pair: id };
}

/** What a screen reader says of a track. */
export function trackText(sheet: Sheet, track: Track, owner: string | null, isOpen: boolean): string {
  const parts = [say("track_name", { ...ends(sheet, track.id), n: track.length, colour: routeColour(track.colour) })];
  if (track.tunnel) parts.push(say("track_tunnel"));
  if (track.locomotives) parts.push(say("track_ferry", { n: track.locomotives }));
  if (owner) parts.push(say("track_taken", { name: owner }));
  if (isOpen) parts.push(say("track_open"));
  return clauses(parts);
}

/** A line of the log; null for deals, which have none. The line after it may say which card was drawn. */
export function lineText(sheet: Sheet, seats: Sitter[], line: Line, next?: Line): string | null {
  if (line.seat === null)
    return line.first === undefined ? null : say("log_first", { name: nameOf(seats, line.first) });
  const name = nameOf(seats, line.seat);
  switch (line.kind) {
    case "take":
      return say("log_take", { name, ...cardFields(line.card) });
    case "draw":
      return next?.seat === null && next.dealt
        ? say("log_drawn", { name, ...cardFields(next.dealt) })
        : say("log_draw", { name });
    case "tickets":
      return say("log_tickets", { name });
    case "keep":
      return line.kept === undefined ? null : say("log_keep", { name, n: line.kept });
    case "claim":
      return say("log_claim", { name, ...ends(sheet, line.track ?? ""), cards: cardsText(cost(line), line.swaps) });
    case "station":
      return say("log_station", { name, city: sheet.names[line.city ?? ""] ?? "" });
    case "pay":
      return say("log_pay", { name, cards: cardsText(cost(line)) });
    case "give up":
      return say("log_give_up", { name });
    case "swap":
      return say("log_swap", { name, ...cardFields(line.card) });
    case "pass":
      return say("log_pass", { name });
  }
}

/** A seat's last turn in a few words, without its name. */
export function turnText(sheet: Sheet, turn: Line[]): string {
  if (turn.some((line) => line.kind === "give up")) return say("did_give_up");
  return clauses(
    turn.map((line) => (line.seat === null ? null : didText(sheet, line))).filter((text) => text !== null),
  );
}

function didText(sheet: Sheet, move: MoveFields): string | null {
  if (move.kind === "take") return say("did_take", cardFields(move.card));
  if (move.kind === "draw") return say("did_draw");
  if (move.kind === "keep") return say("did_tickets");
  if (move.kind === "claim") return say("did_claim", ends(sheet, move.track ?? ""));
  if (move.kind === "station") return say("did_station", { city: sheet.names[move.city ?? ""] ?? "" });
  return move.kind === "pass" ? say("did_pass") : null;
}

/** A move that somebody may make, as advice. */
export function moveText(sheet: Sheet, move: Move, offer: string[]): string {
  if (move.kind === "take") return say("do_take", cardFields(move.card));
  if (move.kind === "draw") return say("draw_card");
  if (move.kind === "tickets") return say("draw_tickets");
  if (move.kind === "keep") {
    const kept = (move.places ?? []).map((place) => ends(sheet, offer[place - 1] ?? "").pair);
    return say("do_keep", { tickets: listText(kept, "narrow") });
  }
  const cards = cardsText(cost(move), move.swaps);
  if (move.kind === "claim") return say("do_claim", { ...ends(sheet, move.track ?? ""), cards });
  if (move.kind === "station") return say("do_station", { city: sheet.names[move.city ?? ""] ?? "" });
  if (move.kind === "pay") return say("do_pay", { cards });
  if (move.kind === "swap") return say("do_swap", cardFields(move.card));
  return say(move.kind === "pass" ? "pass" : "give_up");
}

/** What is asked before a move that can't be undone, a sentence a line. The rules say how many tickets must be kept. */
export function confirmLines(sheet: Sheet, view: View, move: Move, rules: Rules | null): string[] {
  if (move.kind === "station") return [say("confirm_station", { city: sheet.names[move.city ?? ""] ?? "" })];
  if (move.kind === "pass") return [say("confirm_pass")];
  const least = rules && Math.min(rules.draw_keep, view.ticket_deck);
  return [say("confirm_tickets"), ...(least ? [say("confirm_keep", { n: least })] : [])];
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

/** Why somebody won, as those see it who play the given seats. */
export function winText(seats: Sitter[], reason: Reason, yours: number[] = []): string {
  const said = String(reason.parameters.seat ?? reason.parameters.seats ?? "");
  const winners = (said.match(/\d+/g) ?? []).map(Number);
  if (reason.code === "won_by_points" && yours.length === 1 && yours[0] === winners[0]) return say("you_win");
  const name = namesText(seats, winners);
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
  no_such_track: "page",
  wrong_bytes: "page",
  too_slow: "unreachable",
  not_wanted: "stale",
  sent_already: "stale",
  no_proposal: "stale",
  nobody_decides: "stale",
};

/** A reason of the rules; null if there are no words for it. */
const reasonText = ({ code, parameters }: Reason, seats: Sitter[]) => sayIf(`reason_${code}`, shown(parameters, seats));

/** Why a track can't be claimed now, and what the hand lacks; null if nothing is in the way, or it isn't known. */
export function trackStatusText(status: TrackStatus, seats: Sitter[]): string | null {
  const { reason, missing, not_now: notNow } = status;
  const why = reason ?? (missing ? null : notNow);
  if (why) return reasonText(why, seats) ?? say("refused_illegal");
  if (!missing) return status.ways.length ? say("refused_not_your_move") : null;
  const cards = cardsText(cost({ ...missing, colour: missing.colour ?? "" }));
  const given = missing.swap_cards ? say("missing_swap_cards", { n: missing.swap_cards }) : "";
  return say("missing_cards", { cards: [cards, given].filter(Boolean).join(" + ") });
}

/** Why the server, or the rules, refused something. */
export function refusalText(refused: Refused, seats: Sitter[]): string {
  const { reason, code } = refused;
  const why = reason && reasonText(reason, seats);
  if (why) return why;
  const fields = shown(refused.parameters, seats);
  return sayIf(`refused_${ALIKE[code] ?? code}`, fields) ?? say("refused_other", { code });
}

/** Parameters as people read them: seats from one on and by name, cards by their names. */
function shown(parameters: Reason["parameters"], seats: Sitter[]): Fields {
  const fields: Fields = { ...parameters };
  for (const key of ["card", "last"]) if (key in fields) fields[key] = cardName(String(fields[key]));
  if (fields.colour !== undefined) fields.colour = routeColour(String(fields.colour));
  const seat = parameters.seat ?? parameters.mover;
  if (seat !== undefined) {
    fields.name = nameOf(seats, Number(seat)) || say("seat_number", { n: Number(seat) + 1 });
    fields.seat = Number(seat) + 1;
  }
  if (parameters.due !== undefined) fields.n = parameters.due;
  return fields;
}
