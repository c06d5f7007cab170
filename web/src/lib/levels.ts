/** The levels of bots that a game offers, in words. */
import { say, sayIf } from "../i18n/i18n.svelte";
import type { LevelInfo } from "./api";
import { levelName } from "./text";

/** A level that every map has. */
export const USUAL = "conductor";

/** The levels that are offered on a map with some seats, from the easiest to the hardest. */
export const levelsIn = (levels: LevelInfo[], map: string, seats: number) =>
  levels.filter(({ ratings }) => `${map}-${seats}` in ratings);

/** A level, or the usual one if it is not offered. */
export const offeredLevel = (level: string, offered: LevelInfo[]) =>
  offered.some((one) => one.level === level) ? level : USUAL;

/** A level with its rating in a game, if that was measured. */
export function ratedText({ level, ratings }: LevelInfo, map: string, seats: number): string {
  const rating = ratings[`${map}-${seats}`];
  const name = levelName(level);
  return rating ? say("level_rated", { level: name, rating }) : name;
}

/** What a level is like, in a sentence. */
export const characterText = (level: string) => sayIf(`character_${level}`) ?? "";
