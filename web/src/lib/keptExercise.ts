/** The exercise that was made of a mistake last: its page reads it, also after a reload. */
import { storage } from "../storage";
import type { Exercise } from "./exercises";

const KEY = "whistlestop.exercise";

export const keepExercise = (exercise: Exercise) => storage.write(KEY, JSON.stringify(exercise));

export function keptExercise(): Exercise | null {
  const kept = storage.read(KEY);
  return kept === null ? null : (JSON.parse(kept) as Exercise);
}
