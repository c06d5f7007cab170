/** Which puzzles the person at this browser has solved, and on how many days running. */
import { storage } from "../storage";

const SOLVED = "whistlestop.puzzles";
const STREAK = "whistlestop.daily";

const nameOf = (map: string, number: number) => `${map}/${number}`;

/** The puzzles that were solved, as `MAP/NUMBER`. */
export const solvedPuzzles = (): Set<string> => new Set((storage.read(SOLVED) ?? "").split(" ").filter(Boolean));

export const isSolved = (solved: Set<string>, map: string, number: number): boolean => solved.has(nameOf(map, number));

export function markSolved(map: string, number: number) {
  storage.write(SOLVED, [...solvedPuzzles().add(nameOf(map, number))].join(" "));
}

const NO_DAY = { day: -1, days: 0 };
const readStreak = (): typeof NO_DAY => {
  const [day, days] = (storage.read(STREAK) ?? "").split(" ").map(Number);
  return day && days ? { day, days } : NO_DAY;
};

/** On how many days running the daily puzzle was solved, up to today or yesterday. */
export function streak(today: number): number {
  const { day, days } = readStreak();
  return today - day <= 1 ? days : 0;
}

export const isDailyDone = (today: number): boolean => readStreak().day === today;

/** The puzzle of a day was solved. */
export function markDaily(today: number) {
  if (!isDailyDone(today)) storage.write(STREAK, `${today} ${streak(today) + 1}`);
}
