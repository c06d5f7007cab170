/** The reader's language, and messages in it. */
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
/** The words of each language: English is at hand, the others are fetched for those who read them. */
const FETCHED: Record<Exclude<Language, "en">, () => Promise<{ default: Messages }>> = {
  "zh-Hans": () => import("./zh-Hans"),
  "zh-Hant": () => import("./zh-Hant"),
  is: () => import("./is"),
  ru: () => import("./ru"),
};
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
  messages = $state.raw<Messages>(en);

  /** Read in the language that was kept, or that the browser wishes for. */
  async start() {
    const kept = localStorage.getItem(KEPT);
    await this.read(kept && kept in LANGUAGES ? (kept as Language) : languageFor(navigator.languages));
  }

  /** Read in another language from now on. */
  async choose(language: Language) {
    await this.read(language);
    localStorage.setItem(KEPT, language);
  }

  private async read(language: Language) {
    this.messages = language === "en" ? en : (await FETCHED[language]()).default;
    this.language = language;
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
  return text.replace(/\{(\w+)\}/g, (whole, field: string) => String(fields[field] ?? whole));
}

/** What a key says in the reader's language. */
export function say(key: Key, fields: Record<string, string | number> = {}): string {
  return fill(reader.messages[key], reader.language, fields);
}

/** What a key that is put together says, if there is such a key. */
export function sayIf(key: string, fields: Record<string, string | number> = {}): string | null {
  return key in en ? say(key as Key, fields) : null;
}
