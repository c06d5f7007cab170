/** What the reader chose for the last game against bots. */
import { storage } from "../storage";

export interface Choice {
  map: string;
  count: number;
  level: string;
}

const KEY = "whistlestop.choice";
const FIRST: Choice = { map: "new_york", count: 2, level: "conductor" }; // the shortest game, and the lightest board

export function lastChoice(): Choice {
  try {
    return { ...FIRST, ...(JSON.parse(storage.read(KEY) ?? "{}") as Partial<Choice>) };
  } catch {
    return { ...FIRST };
  }
}

export const rememberChoice = (choice: Choice) => storage.write(KEY, JSON.stringify(choice));
