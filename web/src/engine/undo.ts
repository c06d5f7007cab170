/** What can be undone: a seat's last move, as long as nobody has seen a card dealt since. */
import { refuse } from "./library";
import { CHANCE, type Entry, type GameRecord } from "./record";

/** Kinds of move by which a seat lays cards that everybody sees. */
const LAYING = ["claim", "pay", "swap"];

/**
 * The ply before a seat's last move; -1 if it has no move, or if a person has seen a card dealt since. What is dealt to
 * bots face down stays hidden, so it doesn't count. But once a bot has laid cards since that move, all cards that undo
 * could take away from it count as seen: further undos would put them back into the deck.
 */
export function plyBeforeLastMove(record: GameRecord, seat: number, people: number[]): number {
  const { entries } = record;
  const start = entries.findLastIndex((entry) => isSeen(record, entry, people)) + 1;
  const last = entries.findLastIndex(({ mover }, ply) => ply >= start && mover === seat);
  if (last < 0) return -1;
  const laid = entries.slice(last).filter((entry) => isLaying(record, entry));
  const wasShown = entries
    .slice(start)
    .some((deal) => deal.mover === CHANCE && laid.some(({ mover }) => mover === deal.seat));
  return wasShown ? -1 : last;
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

/** Whether an entry is a first choice, or a deal that one of some seats has seen. */
function isSeen(record: GameRecord, entry: Entry, people: number[]): boolean {
  const { hidden_deals } = record.game.engine.layout;
  const isDeal = entry.mover === CHANCE;
  return (
    isFirstChoice(record, entry) || (isDeal && (people.includes(entry.seat) || !hidden_deals.includes(entry.phase)))
  );
}

function isLaying(record: GameRecord, entry: Entry): boolean {
  const move = record.game.data.moves[entry.move]!;
  return "kind" in move && LAYING.includes(move.kind);
}
