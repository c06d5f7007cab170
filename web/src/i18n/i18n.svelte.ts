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

/** What fills the fields of a message. */
export type Fields = Record<string, string | number>;

/** English as the messages are written: "a, b and c", without a comma before "and". */
const LOCALES: Record<Language, string> = {
  en: "en-GB",
  "zh-Hans": "zh-Hans",
  "zh-Hant": "zh-Hant",
  is: "is",
  ru: "ru",
};
type Style = "long" | "narrow";

/** A function that makes something once for each argument: formatters are slow to make, and wanted with every move. */
function once<T>(make: (of: string) => T): (of: string) => T {
  const made = new Map<string, T>();
  return (of) => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of)!;
  };
}
const plurals = once((language) => new Intl.PluralRules(language));
const lists: Record<Style, (language: string) => Intl.ListFormat> = {
  long: once((language) => new Intl.ListFormat(LOCALES[language as Language], { style: "long" })),
  narrow: once((language) => new Intl.ListFormat(LOCALES[language as Language], { style: "narrow" })),
};

type Forms = Partial<Record<string, string>>;
const pick = (forms: Forms, language: Language, n: number) => forms[plurals(language).select(n)] ?? forms.other ?? "";

/** A field, and the forms among which its number chooses, if it has any. */
export const FIELD = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;

/** The plural forms that are written within a text: " one {# car} other {# cars}". */
export const formsOf = (text: string): Forms =>
  Object.fromEntries([...text.matchAll(/(\w+) \{([^{}]*)\}/g)].map((found) => [found[1]!, found[2]!] as const));

/** A message with its fields filled in; the field n chooses among whole texts, any number among words in a text. */
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

/** Parts of a sentence one after another. */
export const clauses = (parts: string[]): string =>
  parts.length ? parts.reduce((a, b) => say("clauses", { a, b })) : "";

/** What a key says in the reader's language. */
export function say(key: Key, fields: Fields = {}): string {
  return fill(reader.messages[key], reader.language, fields);
}

/** What a key that is put together says, if there is such a key. */
export function sayIf(key: string, fields: Fields = {}): string | null {
  return key in en ? say(key as Key, fields) : null;
}
