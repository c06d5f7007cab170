/** What a good player would pay with: payments in order, and the cards to trade in for swaps. */
import type { Board, CardCounts, Move, Track, View } from "./api";
import { cost, type Payment, swapText } from "./moves";

const LOCOMOTIVE = "locomotive";
/** How many cards a locomotive is worth, and how much more a card that a ticket needs. */
const LOCOMOTIVE_WORTH = 2;
const NEEDED_WORTH = 0.5;

/** The cards that the player's tickets still need, by the colours of their paths; a track that is paid needs none. */
export function neededCards(board: Board, view: View, paid?: string): CardCounts {
  const own = new Set(view.seats[view.viewer]?.tracks);
  const open = view.ticket_status.filter(({ ticket, state }) => state === "possible" && view.tickets?.includes(ticket));
  const path = new Set(open.flatMap((ticket) => ticket.path));
  const needed: CardCounts = {};
  for (const { id, colour, length, locomotives } of board.tracks)
    if (path.has(id) && !own.has(id) && id !== paid) needed[colour] = (needed[colour] ?? 0) + length - locomotives;
  return needed;
}

/** What is left of a hand after a payment, without its swaps. */
export function leftOf(hand: CardCounts, payment: Payment): CardCounts {
  const left = { ...hand };
  for (const [card, count] of cost(payment)) left[card] = (left[card] ?? 0) - count;
  return left;
}

/** Payments, best first: those that cost least, counting what tickets need, then the colour with most cards left. */
export function bestFirst(moves: Move[], hand: CardCounts, needed: CardCounts = {}, cardsPerSwap = 0): Move[] {
  const lacking = (card: string, held: number) => Math.max(0, (needed[card] ?? 0) - held);
  const price = (move: Move) => {
    const { colour = "", coloured = 0, locomotives = 0, swaps = 0 } = move;
    const held = hand[colour] ?? 0;
    const missed = lacking(colour, held - coloured) - lacking(colour, held);
    return coloured + LOCOMOTIVE_WORTH * locomotives + cardsPerSwap * swaps + NEEDED_WORTH * missed;
  };
  const left = (move: Move) => (move.colour ? (hand[move.colour] ?? 0) - (move.coloured ?? 0) : 0);
  return [...moves].sort((p, q) => price(p) - price(q) || left(q) - left(p) || p.text.localeCompare(q.text));
}

/** The cards that can be traded in for a payment's swaps: how many of each, in the order in which they are named. */
export function tradeable(track: Track, payment: Payment, left: CardCounts): CardCounts {
  const own = payment.colour ?? track.colour;
  const withOwn = track.swapOwnFrom !== null && (payment.coloured ?? 0) >= track.swapOwnFrom;
  const kinds = track.swapKinds.filter((kind) => left[kind] && (withOwn || kind !== own));
  return Object.fromEntries(kinds.map((kind) => [kind, left[kind]!]));
}

/** Which of some cards to trade in: what no ticket needs, small piles first; locomotives last. */
export function suggestTrade(available: CardCounts, count: number, needed: CardCounts): CardCounts {
  const trade: CardCounts = {};
  let rest = count;
  const give = (kinds: string[], spare: (kind: string) => number) => {
    for (const kind of kinds) {
      const given = Math.max(0, Math.min(rest, spare(kind) - (trade[kind] ?? 0)));
      if (given) trade[kind] = (trade[kind] ?? 0) + given;
      rest -= given;
    }
  };
  const all = Object.keys(available).sort((p, q) => available[p]! - available[q]!);
  const coloured = all.filter((kind) => kind !== LOCOMOTIVE);
  give(coloured, (kind) => available[kind]! - (needed[kind] ?? 0));
  give(coloured, (kind) => available[kind]!);
  give(all, (kind) => available[kind]!);
  return trade;
}

export const totalOf = (cards: CardCounts) => Object.values(cards).reduce((sum, n) => sum + n, 0);

/** The moves that trade cards in, in the order in which the rules want them. */
export const swapTexts = (track: Track, trade: CardCounts): string[] =>
  track.swapKinds.flatMap((kind) => Array.from({ length: trade[kind] ?? 0 }, () => swapText(kind)));
