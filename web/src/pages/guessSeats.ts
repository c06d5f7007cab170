/** Guesses who plays on when a record is opened. */
import { USUAL } from "../lib/levels";
import type { RecordSummary } from "../lib/tables";

/** `you` or a level for each seat: bots are named by their levels; without names, the first seat is yours. */
export function guessSeats({ names, seats }: RecordSummary, levels: string[]): string[] {
  const other = levels.includes(USUAL) ? USUAL : (levels[0] ?? "you");
  if (!names.length) return Array.from({ length: seats }, (_, seat) => (seat === 0 ? "you" : other));
  const guessed = names.map((name) => (levels.includes(name) ? name : "you"));
  return guessed.includes("you") ? guessed : ["you", ...guessed.slice(1)];
}
