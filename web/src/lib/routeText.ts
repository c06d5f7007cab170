/** What the card of a track says: what is printed on it, what it takes, what is missing or why it is closed. */
import { listText, say } from "../i18n/i18n.svelte";
import type { Board, CardCounts, Seat, Track, TrackStatus } from "./api";
import { cost, type Payment } from "./moves";
import { cardName, cardsText, reasonText, routeColour } from "./text";

/** Cards as a player counts them: "2 red and 1 locomotive". */
const countedText = (cards: [string, number][]) =>
  listText(
    cards.map(([card, n]) =>
      card === "locomotive" ? say("counted_locomotives", { n }) : say("counted_cards", { n, card: cardName(card) }),
    ),
  );

/** What a claim lays down, as its button says it: "2 red and 1 swap". */
export const paymentText = (payment: Payment) =>
  listText([
    ...(cost(payment).length ? [countedText(cost(payment))] : []),
    ...(payment.swaps ? [say("swaps", { n: payment.swaps })] : []),
  ]);

/** What is printed on a track besides its cities, a few words each. */
export function trackMarks(board: Board, track: Track): string[] {
  const marks = [say("spaces", { n: track.length }), say("points", { n: track.points }), routeColour(track.colour)];
  if (track.tunnel) marks.push(say("track_tunnel"));
  if (track.locomotives) marks.push(say("track_ferry", { n: track.locomotives }));
  if (board.tracks.some(({ id, a, b }) => id !== track.id && a === track.a && b === track.b))
    marks.push(say("track_double"));
  return marks;
}

/** Why a track can't be claimed now, and what the hand lacks; null if the status says neither. */
export function trackStatusText(status: TrackStatus, seats: Seat[], hand: CardCounts = {}): string | null {
  const { reason, missing, not_now: notNow, ways } = status;
  const why = reason ?? (missing ? null : notNow);
  if (why) return reasonText(why, seats) ?? say("refused_illegal");
  if (missing) return missingText(status, missing, hand);
  return ways.length ? say("can_pay", { cards: paymentText(ways[0]!) }) : null;
}

/** What the cheapest payment takes and what the hand has of it; with swaps, the least that is missing. */
function missingText(status: TrackStatus, missing: NonNullable<TrackStatus["missing"]>, hand: CardCounts): string {
  const colour = missing.colour ?? "";
  if (status.swap) {
    const cards = cardsText(cost({ ...missing, colour }));
    const swapCards = missing.swap_cards ? say("missing_swap_cards", { n: missing.swap_cards }) : "";
    return say("missing_cards", { cards: [cards, swapCards].filter(Boolean).join(" + ") });
  }
  const [held, locomotivesHeld] = [hand[colour] ?? 0, hand.locomotive ?? 0];
  const coloured = missing.coloured
    ? held + missing.coloured
    : status.length - (missing.locomotives ? locomotivesHeld + missing.locomotives : 0);
  const locomotives = status.length - coloured;
  const needs = [
    ...(coloured ? [status.colour ? countedText([[colour, coloured]]) : say("of_one_colour", { n: coloured })] : []),
    ...(locomotives ? [countedText([["locomotive", locomotives]])] : []),
  ];
  const have = cost({
    colour,
    coloured: Math.min(held, coloured),
    locomotives: Math.min(locomotivesHeld, locomotives),
  });
  const fields = { cards: listText(needs), have: countedText(have) };
  return say(have.length ? "needs_cards" : "needs_cards_none", fields);
}
