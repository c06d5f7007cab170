/** Reads lines of a record, and sorts the ways to pay for a route. */
import type { Bag, Move } from "./api";

/** A line of a record: who moved (null: chance), and the words of the move. */
export interface Line {
  seat: number | null;
  words: string[];
}

/** Read `0 take red` or `= green`; null for anything else. */
export function readLine(text: string): Line | null {
  const [mover, ...words] = text.split(" ");
  if (mover === "=") return { seat: null, words };
  return /^\d$/.test(mover ?? "") && words.length ? { seat: Number(mover), words } : null;
}

/** The lines of a record without its header, which ends where the first move begins. */
export function readRecordLines(text: string): Line[] {
  return text
    .split("\n")
    .map(readLine)
    .filter((line) => line !== null);
}

/** What `3 red 1 locomotive 2 swap` says, as cards by name and a number of swaps. */
export function readCards(words: string[]): { cards: [string, number][]; swaps: number } {
  const cards: [string, number][] = [];
  let swaps = 0;
  for (let n = 0; n + 1 < words.length; n += 2) {
    const count = Number(words[n]);
    if (words[n + 1] === "swap") swaps = count;
    else cards.push([words[n + 1]!, count]);
  }
  return { cards, swaps };
}

/** What a payment lays on the table. */
export function cost(move: Move): [string, number][] {
  const cards: [string, number][] = [];
  if (move.colour && move.coloured) cards.push([move.colour, move.coloured]);
  if (move.locomotives) cards.push(["locomotive", move.locomotives]);
  return cards;
}

/** Ways to pay, the best first: few locomotives, few swaps, and of the colour of which most is left. */
export function bestFirst(moves: Move[], hand: Bag): Move[] {
  const left = (move: Move) => (move.colour ? (hand[move.colour] ?? 0) - (move.coloured ?? 0) : 0);
  return [...moves].sort(
    (p, q) =>
      (p.locomotives ?? 0) - (q.locomotives ?? 0) ||
      (p.swaps ?? 0) - (q.swaps ?? 0) ||
      left(q) - left(p) ||
      p.text.localeCompare(q.text),
  );
}

/** A tunnel that was claimed, and the cards that were turned up for it. */
export interface TunnelClaim {
  ply: number;
  seat: number;
  track: string;
  cards: string[];
}
const TURNED = 3;

/** The tunnel whose claim is the last move that a seat made up to a ply, if it is one. */
export function tunnelAt(lines: Line[], ply: number, isTunnel: (track: string) => boolean): TunnelClaim | null {
  let n = ply;
  while (n >= 0 && lines[n]!.seat === null) n--;
  const [verb, track] = lines[n]?.words ?? [];
  if (verb !== "claim" || !isTunnel(track!)) return null;
  const next = lines.slice(n + 1, n + 1 + TURNED);
  const end = next.findIndex((line) => line.seat !== null); // fewer cards are turned where the deck is at its end
  const cards = next.slice(0, end < 0 ? TURNED : end).map((line) => line.words[0]!);
  return cards.length ? { ply: n, seat: lines[n]!.seat!, track: track!, cards } : null;
}

/** The moves of each seat's last turn, none for a seat that has not moved. */
export function lastTurns(lines: Line[], seats: number): Line[][] {
  const turns: Line[][] = Array.from({ length: seats }, () => []);
  const found = new Set<number>();
  let mover: number | null = null;
  for (let n = lines.length - 1; n >= 0 && found.size < seats; n--) {
    const line = lines[n]!;
    if (line.seat === null) continue;
    if (mover !== null && mover !== line.seat) found.add(mover);
    mover = line.seat;
    if (!found.has(mover)) turns[mover]!.unshift(line);
  }
  return turns;
}
