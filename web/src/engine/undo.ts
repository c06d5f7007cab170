/** What can be undone: a seat's last move, as long as nobody has seen a card dealt since. */
import { refuse } from "./library";
import { CHANCE, type Entry, type GameRecord } from "./record";

/**
 * The ply before a seat's last move; -1 if it has no move, or if a person has seen a card dealt since. What was dealt to
 * bots face down stays hidden, so it doesn't count.
 */
export function plyBeforeLastMove(record: GameRecord, seat: number, people: number[]): number {
  const { hidden_deals } = record.game.engine.layout;
  const isSeen = (deal: Entry) => people.includes(deal.seat) || !hidden_deals.includes(deal.phase);
  const last = record.entries.findLastIndex(
    (entry) => entry.mover === seat || isFirstChoice(record, entry) || (entry.mover === CHANCE && isSeen(entry)),
  );
  const found = record.entries[last];
  return found?.mover === seat && !isFirstChoice(record, found) ? last : -1;
}

/** The ply to which an undo of a seat's last move goes back, or why there is none. */
export function plyToUndoTo(record: GameRecord, seat: number, people: number[]): number {
  const ply = plyBeforeLastMove(record, seat, people);
  if (ply >= 0) return ply;
  const hasMoved = record.entries.some((entry) => entry.mover === seat && !isFirstChoice(record, entry));
  throw hasMoved ? refuse("revealed") : refuse("nothing_to_undo", { seat });
}

const isFirstChoice = (record: GameRecord, { phase }: Entry) =>
  phase === record.game.engine.layout.phase_numbers.first_choice;
