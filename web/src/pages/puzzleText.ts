/** What puzzles are about, and how hard they are, in words. */
import { type Key, listText, say } from "../i18n/i18n.svelte";

export const HARDEST = 5;

/** How hard a puzzle is: "Difficulty 3 of 5". */
export const difficultyText = (difficulty: number): string =>
  say("puzzle_difficulty", { n: difficulty, most: HARDEST });

export const themeText = (theme: string): string => say(`theme_${theme}` as Key);

export const themesText = (themes: string[]): string => listText(themes.map(themeText), "narrow");
