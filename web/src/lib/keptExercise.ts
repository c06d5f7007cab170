/** The exercise and the variation that were made last: their pages read them, also after a reload. */
import { storage } from "../storage";
import type { Exercise, Variation } from "./exercises";

const EXERCISE = "whistlestop.exercise";
const VARIATION = "whistlestop.variation";

function kept<T>(key: string): T | null {
  const text = storage.read(key);
  return text === null ? null : (JSON.parse(text) as T);
}

export const keepExercise = (exercise: Exercise) => storage.write(EXERCISE, JSON.stringify(exercise));
export const keptExercise = () => kept<Exercise>(EXERCISE);
export const keepVariation = (variation: Variation) => storage.write(VARIATION, JSON.stringify(variation));
export const keptVariation = () => kept<Variation>(VARIATION);
