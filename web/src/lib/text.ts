/** Sentences about moves, tracks, tickets, results and errors in the reader's language. */
import { clauses, type Fields, listText, numberText, say, sayIf } from "../i18n/i18n.svelte";
import type { Board, ClockOptions, Move, Reason, Refused, ResultLine, Rules, Seat, Track, View } from "./api";
import { type Claim, cost, isUnpaidTunnel, type Line, type MoveFields, tradedIn, tunnelsOf } from "./moves";
import { botName } from "./people";

const DAY = 86_400;
const HOUR = 3600;

/** The level of a bot in a word. */
export const levelName = (level: string) => sayIf(`bot_${level}`) ?? level;

const ownName = (seat: Seat) => (seat.bot ? (botName(seat) ?? levelName(seat.bot)) : seat.name);

/** Whether a seat is the one of the person at this browser, who is then called "you". */
export const isYou = (seats: Seat[], seat: number) => seats[seat]?.you ?? false;

/** A seat's name where its number is shown too: the person's name, or the bot's. */
export const plainName = (seats: Seat[], seat: number) =>
  (seats[seat] && ownName(seats[seat])) || say("seat_number", { n: seat + 1 });

/** A seat's name where its number isn't shown: with the number if several seats share the name. */
export function nameOf(seats: Seat[], seat: number): string {
  const named = seats[seat];
  if (!named) return "";
  const name = plainName(seats, seat);
  return ownName(named) && seats.filter((other) => ownName(other) === ownName(named)).length > 1
    ? say("name_and_seat", { name, n: seat + 1 })
    : name;
}

/** A table's clock in words. */
export function timingText({ kind, seconds }: ClockOptions): string {
  if (kind === "none") return say("clock_none");
  if (kind === "game")
    return seconds >= DAY
      ? say("clock_game_days", { n: Math.round(seconds / DAY) })
      : say("clock_game_minutes", { n: Math.round(seconds / 60) });
  if (seconds >= DAY) return say("clock_turn_days", { n: Math.round(seconds / DAY) });
  if (seconds >= HOUR) return say("clock_turn_hours", { n: Math.round(seconds / HOUR) });
  return seconds >= 60
    ? say("clock_turn_minutes", { n: Math.round(seconds / 60) })
    : say("clock_turn_seconds", { n: seconds });
}

/** The name of a kind of card, beside its picture and in lists. */
export const cardName = (card: string) => sayIf(`card_${card}`) ?? card;

/** A card in the two forms that messages use: its name ("red"), and as an object ("a red card"). */
const cardFields = (card = "") => ({ card: cardName(card), a_card: sayIf(`a_card_${card}`) ?? card });

/** The colour of a route or payment in words. */
export const routeColour = (colour: string) => sayIf(`route_${colour}`) ?? colour;

/** A payment in words. */
export const cardsText = (cards: [string, number][], swaps = 0) =>
  [
    ...cards.map(([card, count]) => `${count} × ${cardName(card)}`),
    ...(swaps ? [say("swaps", { n: swaps })] : []),
  ].join(" + ");

const TENS = 10;
/** A rough number: two digits and zeros, at least tens. */
const roughly = (n: number) => {
  const unit = Math.max(TENS, 10 ** (Math.floor(Math.log10(Math.max(n, 1))) - 1));
  return numberText(Math.max(TENS, Math.round(n / unit) * unit));
};

/** How much a searching bot tries out for a move on this device, and what it was measured with. */
export function triesText(rollouts: number, measured: number | undefined): string {
  const tries = roughly(rollouts);
  if (measured === undefined) return say("tries_here", { tries });
  return rollouts < measured ? say("tries", { tries, most: roughly(measured) }) : say("tries_full", { tries });
}

/** The cards that were turned over for a tunnel, in words. */
export const turnedText = (names: string[]) => say("log_turned", { cards: listText(names, "narrow") });

/** The names of several seats. */
export const namesText = (seats: Seat[], which: number[]) => listText(which.map((seat) => nameOf(seats, seat)));

type Ends = { a: string; b: string };
const endsOf = new WeakMap<Board, Map<string, Ends>>(); // kept: every move needs those of every track

/** The names of a track's or ticket's two cities, apart and as a pair. */
export function ends(board: Board, id: string): Ends & { pair: string } {
  let byId = endsOf.get(board);
  if (!byId) {
    const all = [...board.tickets, ...board.tracks];
    byId = new Map(all.map(({ id, a, b }) => [id, { a: board.names[a] ?? a, b: board.names[b] ?? b }]));
    endsOf.set(board, byId);
  }
  const names = byId.get(id);
  return names ? { ...names, pair: say("pair", { ...names }) } : { a: id, b: "", pair: id };
}

/** What tells two tracks of a double route apart that have the same colour: their numbers; nothing for other tracks. */
export function twinMarks(board: Board, track: Track): string[] {
  const alike = board.tracks.filter(({ a, b, colour }) => a === track.a && b === track.b && colour === track.colour);
  return alike.length > 1 ? [say("track_twin", { n: alike.indexOf(track) + 1 })] : [];
}

/** A track's cities, spaces and colour. */
export const trackName = (board: Board, track: Track): string =>
  clauses([
    say("track_name", { ...ends(board, track.id), n: track.length, colour: routeColour(track.colour) }),
    ...twinMarks(board, track),
  ]);

/** The owner of a track as a screen reader reads it. */
export const ownerText = (seats: Seat[], owner: number) =>
  isYou(seats, owner) ? say("track_yours") : say("track_taken", { name: nameOf(seats, owner) });

/** A track as a screen reader reads it. */
export function trackText(board: Board, track: Track, owner: string | null, isOpen: boolean): string {
  const parts = [trackName(board, track)];
  if (track.tunnel) parts.push(say("track_tunnel"));
  if (track.locomotives) parts.push(say("track_ferry", { n: track.locomotives }));
  if (owner) parts.push(owner);
  if (isOpen) parts.push(say("track_open"));
  return clauses(parts);
}

/** A line of the log; null if the log doesn't show it. The lines after it say what was drawn, paid or traded in. */
export function lineText(board: Board, seats: Seat[], line: Line, after: Line[] = []): string | null {
  const seat = line.seat ?? line.first;
  if (seat === undefined) return null;
  const who = isYou(seats, seat) ? "you_" : "";
  const name = nameOf(seats, seat);
  switch (line.kind) {
    case "deal":
      return say(`log_${who}first`, { name });
    case "take":
      return say(`log_${who}take`, { name, ...cardFields(line.card) });
    case "draw":
      return after[0]?.seat === null && after[0].dealt
        ? say(`log_${who}drawn`, { name, ...cardFields(after[0].dealt) })
        : say(`log_${who}draw`, { name });
    case "tickets":
      return say(`log_${who}tickets`, { name });
    case "keep":
      return line.kept === undefined ? null : say(`log_${who}keep`, { name, n: line.kept });
    case "claim":
      return claimText(board, { who, name }, line, after);
    case "station":
      return say(`log_${who}station`, { name, city: board.names[line.city ?? ""] ?? "" });
    case "pay":
      return say(`log_${who}pay`, { name, cards: cardsText(cost(line)) });
    case "give up":
      return say(`log_${who}give_up`, { name });
    case "swap":
      return null; // the line of its claim says it
    case "pass":
      return say(`log_${who}pass`, { name });
  }
}

/** A claim in the log: a tunnel is only tried until it is paid; swaps say which cards were traded in. */
function claimText(
  board: Board,
  { who, name }: { who: "" | "you_"; name: string },
  line: Line & MoveFields,
  after: Line[],
): string {
  const isTry = isUnpaidTunnel(line, after, tunnelsOf(board));
  const fields = { name, ...ends(board, line.track ?? ""), cards: cardsText(cost(line), line.swaps) };
  const claim = say(isTry ? `log_${who}try` : `log_${who}claim`, fields);
  const traded = tradedIn(after);
  return line.swaps && traded.length ? `${claim} ${say("log_traded", { cards: cardsText(traded) })}` : claim;
}

/** A move that was taken back, as a line of the log. */
export const undoneText = (seats: Seat[], seat: number) =>
  isYou(seats, seat) ? say("log_you_undone") : say("log_undone", { name: nameOf(seats, seat) });

/** What the others have claimed since your last turn, in one line. */
export const recapText = (board: Board, seats: Seat[], claims: Claim[]) =>
  say("since_turn", {
    claims: listText(
      claims.map(({ track, seat }) => say("for_seat", { text: ends(board, track).pair, name: nameOf(seats, seat) })),
      "narrow",
    ),
  });

/** A seat's last turn in a few words, without its name. */
export function turnText(board: Board, turn: Line[]): string {
  if (turn.some((line) => line.kind === "give up")) return say("did_give_up");
  return clauses(
    turn.map((line) => (line.seat === null ? null : didText(board, line))).filter((text) => text !== null),
  );
}

function didText(board: Board, move: MoveFields): string | null {
  if (move.kind === "take") return say("did_take", cardFields(move.card));
  if (move.kind === "draw") return say("did_draw");
  if (move.kind === "keep") return say("did_tickets");
  if (move.kind === "claim") return say("did_claim", ends(board, move.track ?? ""));
  if (move.kind === "station") return say("did_station", { city: board.names[move.city ?? ""] ?? "" });
  return move.kind === "pass" ? say("did_pass") : null;
}

/** A move as advice. */
export function moveText(board: Board, move: Move, offer: string[]): string {
  if (move.kind === "take") return say("do_take", cardFields(move.card));
  if (move.kind === "draw") return say("draw_card");
  if (move.kind === "tickets") return say("draw_tickets");
  if (move.kind === "keep") {
    const kept = (move.places ?? []).map((place) => ends(board, offer[place - 1] ?? "").pair);
    return say("do_keep", { tickets: listText(kept, "narrow") });
  }
  const cards = cardsText(cost(move), move.swaps);
  if (move.kind === "claim") return say("do_claim", { ...ends(board, move.track ?? ""), cards });
  if (move.kind === "station") return say("do_station", { city: board.names[move.city ?? ""] ?? "" });
  if (move.kind === "pay") return say("do_pay", { cards });
  if (move.kind === "swap") return say("do_swap", cardFields(move.card));
  return say(move.kind === "pass" ? "pass" : "give_up");
}

/** The question before a move that can't be undone, one sentence per line. The rules say how many tickets to keep. */
export function confirmLines(board: Board, view: View, move: Move, rules: Rules | null): string[] {
  if (move.kind === "station") return [say("confirm_station", { city: board.names[move.city ?? ""] ?? "" })];
  if (move.kind === "pass") return [say("confirm_pass")];
  const least = rules && Math.min(rules.draw_keep, view.ticket_deck);
  return [say("confirm_tickets"), ...(least ? [say("confirm_keep", { n: least })] : [])];
}

/** Points with a proper minus sign. */
export const pointsText = (points: number) => String(points).replace("-", "−");

/** A line of the final score. */
export function scoreText(board: Board, line: ResultLine): string {
  const { ticket, city, routes, ...rest } = line.parameters;
  const fields = {
    ...rest,
    ...(ticket === undefined ? {} : ends(board, String(ticket))),
    ...(city === undefined ? {} : { city: board.names[String(city)] ?? "" }),
    ...(routes === undefined ? {} : { n: routes }),
  };
  return sayIf(`score_${line.code}`, fields) ?? line.code;
}

/** Who won, as the players of the seats read it. */
export function winText(seats: Seat[], reason: Reason): string {
  const winnerList = String(reason.parameters.seat ?? reason.parameters.seats ?? "");
  const winners = (winnerList.match(/\d+/g) ?? []).map(Number);
  if (winners.length === 1 && isYou(seats, winners[0]!)) return say("you_win");
  return say(winners.length === 1 ? "won_by_points" : "win_shared", { name: namesText(seats, winners) });
}

/** What decided a tie; null if there was none. */
export const tieText = ({ code }: Reason) =>
  code.startsWith("won_by_") && code !== "won_by_points" ? sayIf(code) : null;

/** Errors that share a message with others. */
const SHARED_MESSAGES: Record<string, string> = {
  no_token: "stranger",
  bad_token: "stranger",
  expired_token: "stranger",
  forgotten_player: "stranger",
  signed_out: "stranger",
  foreign_origin: "page",
  no_origin: "page",
  bad_json: "page",
  bad_path: "page",
  bad_method: "page",
  bad_media: "page",
  too_large: "page",
  no_such_seat: "page",
  no_passkeys_here: "page",
  no_such_passkey: "page",
  own_self: "page",
  which_seat: "page",
  no_such_ply: "page",
  not_on_holiday: "stale",
  no_such_track: "page",
  wrong_bytes: "other_browser",
  too_slow: "unreachable",
  head_too_large: "page",
  not_wanted: "stale",
  sent_already: "stale",
  no_proposal: "stale",
  nobody_decides: "stale",
  engine_not_ready: "getting_ready",
  engine_version: "page",
  wrong_seats: "page",
};

/** Reasons that share a message with others: what is wrong with a record. */
const SHARED_REASONS: Record<string, string> = {
  record_type: "no_record",
  record_too_large: "no_record",
  record_header: "record_line",
  record_field: "record_line",
  record_origin: "record_line",
  record_ending: "record_line",
  record_mover: "record_line",
  record_move: "record_line",
  record_outcome: "record_line",
  record_over: "record_line",
  record_deal: "record_line",
};

/** The sentence for a reason of the rules; null if there is none. */
export const reasonText = ({ code, parameters }: Reason, seats: Seat[]) => {
  const isOther = code === "record_header" && parameters.line === 1; // not a record at all
  const key = isOther ? "no_record" : (SHARED_REASONS[code] ?? code);
  return sayIf(`reason_${key}`, readable(parameters, seats));
};

/** Why a request failed. */
export function refusalText(refused: Refused, seats: Seat[]): string {
  const { reason, code } = refused;
  const why = reason && reasonText(reason, seats);
  if (why) return why;
  const fields = readable(refused.parameters, seats);
  return sayIf(`refused_${SHARED_MESSAGES[code] ?? code}`, fields) ?? say("refused_other", { code });
}

/** Parameters as people read them: seats counted from 1 and by name, cards by name. */
function readable(parameters: Reason["parameters"], seats: Seat[]): Fields {
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
