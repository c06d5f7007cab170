/** Words: everything that people read, in the language that they chose. */
import en from "./words/en";
import is from "./words/is";
import ru from "./words/ru";
import hans from "./words/zh-Hans";
import hant from "./words/zh-Hant";
import type { Message } from "./words/catalogue";

export type Key = keyof typeof en;
export type Language = "en" | "zh-Hans" | "zh-Hant" | "is" | "ru";

/** Each language by its own name. */
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  is: "Íslenska",
  ru: "Русский",
};
export const CATALOGUES: Record<Language, Record<Key, Message>> = { en, "zh-Hans": hans, "zh-Hant": hant, is, ru };
const KEPT = "whistlestop.language";

/** The language of a reader who wishes for these, the most wished for first. */
export function languageFor(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const [tongue, ...rest] = wish.split("-");
    if (tongue === "zh") return rest.some((part) => ["Hant", "TW", "HK", "MO"].includes(part)) ? "zh-Hant" : "zh-Hans";
    if (tongue === "en" || tongue === "is" || tongue === "ru") return tongue;
  }
  return "en";
}

class Reader {
  language = $state<Language>("en");

  /** Read in the language that was kept, or that the browser wishes for. */
  start() {
    const kept = localStorage.getItem(KEPT);
    this.language = kept && kept in LANGUAGES ? (kept as Language) : languageFor(navigator.languages);
    document.documentElement.lang = this.language;
  }

  /** Read in another language from now on. */
  choose(language: Language) {
    this.language = language;
    localStorage.setItem(KEPT, language);
    document.documentElement.lang = language;
  }
}

export const reader = new Reader();

const plurals = new Map<Language, Intl.PluralRules>(); // slow to make, and asked for with every move

function pluralOf(language: Language, n: number): Intl.LDMLPluralRule {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(n);
}

/** A message with its fields filled in; the field n chooses the plural form. */
export function fill(message: Message, language: Language, fields: Record<string, string | number> = {}): string {
  const text = typeof message === "string" ? message : (message[pluralOf(language, Number(fields.n))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, field) => String(fields[field] ?? whole));
}

/** What a key says in the reader's language. */
export function say(key: Key, fields: Record<string, string | number> = {}): string {
  return fill(CATALOGUES[reader.language][key], reader.language, fields);
}

/** What a key that is put together says, if there is such a key. */
export function sayIf(key: string, fields: Record<string, string | number> = {}): string | null {
  return key in en ? say(key as Key, fields) : null;
}
