/** Reads and writes the notation of moves (no other module does), and finds turns, claims and tunnels in a log. */
import type { Board, Move, View } from "./api";

/** The cards that a claim or a payment lays down. */
export type Payment = Pick<Move, "colour" | "coloured" | "locomotives" | "swaps">;

/** A move in fields, as the server writes legal moves. */
export interface MoveFields extends Payment {
  text: string;
  kind: Move["kind"];
  card?: string;
  city?: string;
  track?: string;
  /** How many tickets were kept; absent while that is hidden. */
  kept?: number;
}

/** A deal: what chance dealt. */
export interface Deal {
  text: string;
  kind: "deal";
  /** `first`, or the card or ticket that was dealt; absent if it is hidden. */
  dealt?: string;
  /** The seat that `first` chose. */
  first?: number;
  /** The outcome and the number of possible outcomes; only complete records have them. */
  outcome?: [number, number];
}

/** A line of a record: the move of a seat, or a deal. */
export type Line = (MoveFields & { seat: number }) | (Deal & { seat: null });

const HIDDEN = "?";
const DEAL = /^= (\S+)(?: (\d))?(?: (\d+)\/(\d+))?$/;
const MOVE = /^(\d) (.+)$/;

/** Read `0 take red` or `= green`; null for anything else. */
export function readLine(text: string): Line | null {
  const move = MOVE.exec(text);
  if (move) {
    const fields = readMove(move[2]!);
    return fields && { seat: Number(move[1]), ...fields };
  }
  const deal = DEAL.exec(text);
  if (!deal) return null;
  const [, dealt, first, outcome, count] = deal;
  return {
    seat: null,
    text: text.slice(2),
    kind: "deal",
    ...(dealt === HIDDEN ? {} : { dealt: dealt! }),
    ...(first === undefined ? {} : { first: Number(first) }),
    ...(outcome === undefined ? {} : { outcome: [Number(outcome), Number(count)] }),
  };
}

/** Read the text of a move, such as `claim a-b 2 red 1 locomotive`; null if it isn't a move. */
export function readMove(text: string): MoveFields | null {
  const [verb, ...rest] = text.split(" ");
  const [argument = ""] = rest;
  switch (verb) {
    case "pass":
    case "draw":
    case "tickets":
      return { text, kind: verb };
    case "take":
    case "swap":
      return { text, kind: verb, card: argument };
    case "keep":
      return { text, kind: verb, ...(argument === HIDDEN ? {} : { kept: readKept(rest) }) };
    case "station":
      return { text, kind: verb, city: argument };
    case "claim":
      return { text, kind: verb, track: argument, ...readPayment(rest.slice(1)) };
    case "pay":
      return { text, kind: verb, ...readPayment(rest) };
    case "give":
      return { text, kind: "give up" };
    default:
      return null;
  }
}

/** How many tickets are kept: `1 3` are positions in the offer; opponents see `2 tickets`. */
const readKept = (words: string[]) => (words.at(-1)?.startsWith("ticket") ? Number(words[0]) : words.length);

/** Read `3 red 1 locomotive 2 swap`. */
function readPayment(words: string[]): Payment {
  const payment: Payment = { coloured: 0, locomotives: 0, swaps: 0 };
  for (let n = 0; n + 1 < words.length; n += 2) {
    const [count, card] = [Number(words[n]), words[n + 1]!];
    if (card === "swap") payment.swaps = count;
    else if (card === "locomotive") payment.locomotives = count;
    else Object.assign(payment, { colour: card, coloured: count });
  }
  return payment;
}

/** The text of the move that trades in a card. */
export const swapText = (card: string) => `swap ${card}`;

/** The lines of a record without its header, which ends where the first move begins. */
export function readRecordLines(text: string): Line[] {
  return text
    .split("\n")
    .map(readLine)
    .filter((line) => line !== null);
}

/** The cards that a payment lays down, by name. */
export function cost(payment: Payment): [string, number][] {
  const cards: [string, number][] = [];
  if (payment.colour && payment.coloured) cards.push([payment.colour, payment.coloured]);
  if (payment.locomotives) cards.push(["locomotive", payment.locomotives]);
  return cards;
}

/** The track of the last claim, if there is one. */
export function lastClaim(lines: Line[]): string | null {
  for (let n = lines.length - 1; n >= 0; n--) {
    const line = lines[n]!;
    if (line.kind === "claim") return line.track ?? null;
  }
  return null;
}

/** A track that a seat has claimed. */
export interface Claim {
  track: string;
  seat: number;
}

/** What the other seats have claimed since the viewer's last turn; during the viewer's turn, until it began. */
export function recentClaims(lines: Line[], view: Pick<View, "viewer" | "movers" | "seats">): Claim[] {
  const { viewer, movers, seats } = view;
  if (viewer < 0) return [];
  let end = lines.length;
  const isOwn = (line?: Line) => line?.seat === viewer;
  if (movers.includes(viewer)) while (end > 0 && (isOwn(lines[end - 1]) || lines[end - 1]!.seat === null)) end--;
  const start = lines.slice(0, end).findLastIndex(isOwn) + 1;
  return lines.slice(start, end).flatMap((line) => {
    if (line.seat === null || line.kind !== "claim") return [];
    const { seat, track = "" } = line;
    return seats[seat]!.tracks.includes(track) ? [{ seat, track }] : []; // an attempt at a tunnel may have failed
  });
}

/** The tunnels of a map, and how many cards are turned over for one. */
export interface Tunnels {
  tracks: Set<string>;
  cards: number;
}

export const tunnelsOf = (board: Board): Tunnels => ({
  tracks: new Set(board.tracks.filter((track) => track.tunnel).map((track) => track.id)),
  cards: board.tunnelCards,
});

/** A tunnel that a seat tries to claim, and the cards that were turned over for it. */
export interface TunnelClaim {
  ply: number;
  seat: number;
  track: string;
  cards: string[];
  /** Which of the cards cost an extra card: those of the claim's colour, and locomotives (C11). */
  counted: boolean[];
}

/** The tunnel that the last move at or before a ply tried to claim; null if it didn't. */
export function tunnelAt(lines: Line[], ply: number, tunnels: Tunnels): TunnelClaim | null {
  let n = ply;
  while (n >= 0 && lines[n]!.seat === null) n--;
  const claim = lines[n];
  if (!claim || claim.seat === null || claim.kind !== "claim" || !tunnels.tracks.has(claim.track!)) return null;
  const cards: string[] = [];
  for (const line of lines.slice(n + 1, n + 1 + tunnels.cards)) {
    if (line.seat !== null) break; // fewer cards are turned over when the deck runs out
    cards.push(line.dealt!);
  }
  const counted = cards.map((card) => card === "locomotive" || card === claim.colour);
  return cards.length ? { ply: n, seat: claim.seat, track: claim.track!, cards, counted } : null;
}

/** Whether a line tries to claim a tunnel whose extra cards are not paid in the lines after it. */
export function isUnpaidTunnel(line: Line, after: Line[], tunnels: Tunnels): boolean {
  const tunnel = tunnelAt([line, ...after], 0, tunnels);
  return Boolean(tunnel?.counted.includes(true)) && after.find(({ seat }) => seat !== null)?.kind !== "pay";
}

/** The cards that are traded in right after a claim, by name. */
export function tradedIn(after: Line[]): [string, number][] {
  const traded = new Map<string, number>();
  for (const line of after) {
    if (line.seat === null || line.kind !== "swap") break;
    traded.set(line.card!, (traded.get(line.card!) ?? 0) + 1);
  }
  return [...traded];
}

/** For each ply, how many turns had begun by then; choosing the first tickets doesn't count. */
export function turnCounts(lines: Line[]): number[] {
  const counts = [0];
  let [turns, mover]: [number, number | null] = [0, null];
  for (const line of lines) {
    if (line.seat !== null && line.kind !== "keep" && line.seat !== mover) [turns, mover] = [turns + 1, line.seat];
    counts.push(turns);
  }
  return counts;
}

/** The moves of each seat's last turn; empty for a seat that has not moved. */
export function lastTurns(lines: Line[], seats: number): Line[][] {
  const turns: Line[][] = Array.from({ length: seats }, () => []);
  const complete = new Set<number>();
  let mover: number | null = null;
  for (let n = lines.length - 1; n >= 0 && complete.size < seats; n--) {
    const line = lines[n]!;
    if (line.seat === null) continue;
    if (mover !== null && mover !== line.seat) complete.add(mover);
    mover = line.seat;
    if (!complete.has(mover)) turns[mover]!.unshift(line);
  }
  return turns;
}
