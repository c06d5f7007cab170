/** The reader's language, and messages in it. */
import { storage } from "../storage";
import type { Message, Messages } from "./catalogue";
import en from "./en";

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
/** The messages of each language but English, which is always loaded; the others are fetched when chosen. */
const FETCHED: Record<Exclude<Language, "en">, () => Promise<{ default: Messages }>> = {
  "zh-Hans": () => import("./zh-Hans"),
  "zh-Hant": () => import("./zh-Hant"),
  is: () => import("./is"),
  ru: () => import("./ru"),
};
const STORAGE_KEY = "whistlestop.language";

/** The language for a reader who prefers these, best first. */
export function languageFor(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language, ...rest] = tag.split("-");
    if (language === "zh")
      return rest.some((part) => ["Hant", "TW", "HK", "MO"].includes(part)) ? "zh-Hant" : "zh-Hans";
    if (language === "en" || language === "is" || language === "ru") return language;
  }
  return "en";
}

class Reader {
  language = $state<Language>("en");
  messages = $state.raw<Messages>(en);

  /** Load the stored language, or the one that the browser prefers. */
  async start() {
    const kept = storage.read(STORAGE_KEY);
    await this.load(kept && kept in LANGUAGES ? (kept as Language) : languageFor(navigator.languages));
  }

  /** Change the language, and remember it. */
  async choose(language: Language) {
    await this.load(language);
    storage.write(STORAGE_KEY, language);
  }

  private async load(language: Language) {
    this.messages = language === "en" ? en : (await FETCHED[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const reader = new Reader();

/** What fills the fields of a message. */
export type Fields = Record<string, string | number>;

/**
 * How browsers write lists and numbers. English as the messages are written: "a, b and c", without a comma before "and".
 * Chromium knows no Icelandic and would write English; Danish lists and numbers look the same: "a, b og c", "13.000".
 */
const LOCALES: Record<Language, string> = {
  en: "en-GB",
  "zh-Hans": "zh-Hans",
  "zh-Hant": "zh-Hant",
  is: "da",
  ru: "ru",
};
type Style = "long" | "narrow";

/** Cache a function by its argument: formatters are slow to make, and every move needs some. */
function once<T>(make: (argument: string) => T): (argument: string) => T {
  const made = new Map<string, T>();
  return (argument) => {
    if (!made.has(argument)) made.set(argument, make(argument));
    return made.get(argument)!;
  };
}
const plurals = once((language) => new Intl.PluralRules(language));
const lists: Record<Style, (language: string) => Intl.ListFormat> = {
  long: once((language) => new Intl.ListFormat(LOCALES[language as Language], { style: "long" })),
  narrow: once((language) => {
    const locale = language === "is" ? "en-GB" : LOCALES[language as Language]; // Danish has no narrow lists
    return new Intl.ListFormat(locale, { style: "narrow" });
  }),
};

type Forms = Partial<Record<string, string>>;
const pick = (forms: Forms, language: Language, n: number) => forms[plurals(language).select(n)] ?? forms.other ?? "";

/** A field, and its plural forms if it has any. */
export const FIELD = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;

/** The plural forms that are written within a text: " one {# car} other {# cars}". */
export const formsOf = (text: string): Forms =>
  Object.fromEntries([...text.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, form, words]) => [form!, words!] as const));

/** A message with its fields filled in. Field n picks the message's plural form; other numbers pick forms in it. */
export function fill(message: Message, language: Language, fields: Fields = {}): string {
  const text = typeof message === "string" ? message : pick(message, language, Number(fields.n));
  return text.replace(FIELD, (whole, field: string, forms?: string) => {
    const value = fields[field];
    if (value === undefined) return whole;
    return forms ? pick(formsOf(forms), language, Number(value)).replaceAll("#", String(value)) : String(value);
  });
}

/** A list in the reader's language: "a, b and c", or with a narrow style "a, b, c". */
export const listText = (items: string[], style: Style = "long"): string => lists[style](reader.language).format(items);

const numbers = once((language) => new Intl.NumberFormat(LOCALES[language as Language]));

/** A number in the reader's language: "13,000". */
export const numberText = (n: number): string => numbers(reader.language).format(n);

const percents = once((language) => new Intl.NumberFormat(LOCALES[language as Language], { style: "percent" }));

/** A share from 0 to 1 in the reader's language: "62%". */
export const percentText = (share: number): string => percents(reader.language).format(share);

/** Join the parts of a sentence. */
export const clauses = (parts: string[]): string =>
  parts.length ? parts.reduce((a, b) => say("clauses", { a, b })) : "";

/** A message in the reader's language. */
export function say(key: Key, fields: Fields = {}): string {
  return fill(reader.messages[key], reader.language, fields);
}

/** The message of a composed key; null if there is none. */
export function sayIf(key: string, fields: Fields = {}): string | null {
  return key in en ? say(key as Key, fields) : null;
}

/** Write moments in the reader's language; in figures, Icelandic ones look like German ones. */
function moments(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const made = once((language) =>
    language === "is"
      ? new Intl.DateTimeFormat("de", options.month ? { ...options, month: "numeric" } : options)
      : new Intl.DateTimeFormat(LOCALES[language as Language], options),
  );
  return (at) => made(reader.language).format(at);
}
const TIME = { hour: "2-digit", minute: "2-digit" } as const;
const DAY = { day: "numeric", month: "short" } as const;
const DATE = { ...DAY, year: "numeric" } as const;

/** A moment, in milliseconds since 1970, as a day of the year: "24 Nov". */
export const shortDate = moments(DAY);

/** A moment, in milliseconds since 1970, as a day: "24 Nov 2026". */
export const dateText = moments(DATE);

/** A moment, in milliseconds since 1970, as a day with the time: "24 Nov 2026, 19:30". */
export const momentText = moments({ ...DATE, ...TIME });

/** A moment, in milliseconds since 1970, as a time of day. */
export const timeOfDay = moments(TIME);

/** A day of UTC: "24 November". */
export const utcDay = moments({ day: "numeric", month: "long", timeZone: "UTC" });
