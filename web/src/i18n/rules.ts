/** Loads the passages of the rules in a language, and fills in their amounts. */
import type { Message } from "./catalogue";
import { type Fields, fill, type Language } from "./i18n.svelte";
import type en from "./rules/en";

export type Passage = keyof typeof en;
export type Passages = Record<Passage, Message>;
/** A passage and its amounts. */
export type RuleLine = [Passage, Fields?];

const FILES: Record<Language, () => Promise<{ default: Passages }>> = {
  en: () => import("./rules/en"),
  "zh-Hans": () => import("./rules/zh-Hans"),
  "zh-Hant": () => import("./rules/zh-Hant"),
  is: () => import("./rules/is"),
  ru: () => import("./rules/ru"),
};

/** The passages in a language. */
export const readRules = async (language: Language): Promise<Passages> => (await FILES[language]()).default;

/** A passage with its amounts filled in. */
export const fillPassage = (passages: Passages, language: Language, [passage, fields]: RuleLine): string =>
  fill(passages[passage], language, fields);
