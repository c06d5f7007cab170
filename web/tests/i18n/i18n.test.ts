import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { Message, Messages } from "../../src/i18n/catalogue";
import en from "../../src/i18n/en";
import {
  clauses,
  dateText,
  FIELD,
  fill,
  formsOf,
  type Key,
  type Language,
  languageFor,
  LANGUAGES,
  listText,
  momentText,
  numberText,
  reader,
  shortDate,
  utcDay,
} from "../../src/i18n/i18n.svelte";
import is from "../../src/i18n/is";
import ru from "../../src/i18n/ru";
import hans from "../../src/i18n/zh-Hans";
import hant from "../../src/i18n/zh-Hant";

const folder = new URL("../../src/", import.meta.url);
const isCode = (file: string) => /\.(svelte|ts)$/.test(file) && !/^i18n\/.*(en|is|ru|zh-Han[st])\.ts$/.test(file);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isCode);
const sources = files.map((file) => readFileSync(new URL(file, folder), "utf8"));
const keys = Object.keys(en) as Key[];
const CATALOGUES: Record<Language, Messages> = { en, "zh-Hans": hans, "zh-Hant": hant, is, ru };
const languages = Object.keys(LANGUAGES) as Language[];
const texts = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
/** The fields of a text; a card may be named by either of its forms, which a language chooses. */
const fields = (text: string) =>
  [...new Set([...text.matchAll(FIELD)].map((found) => found[1]!.replace("a_card", "card")))].sort().join();
/** Each language in turn, as its reader sees it. */
function readIn(language: Language) {
  reader.language = language;
  reader.messages = CATALOGUES[language];
}
afterEach(() => readIn("en"));

test.each(languages)("%s has every message, with the fields of the English one", (language) => {
  expect(Object.keys(CATALOGUES[language])).toEqual(keys);
  for (const key of keys) {
    for (const text of texts(CATALOGUES[language][key])) {
      expect(text.trim(), key).not.toBe("");
      expect(fields(text), `${language} ${key}`).toBe(fields(texts(en[key]).at(-1)!));
    }
  }
});

test.each(languages)("%s has the plural forms that its numbers need", (language) => {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [key, message] of Object.entries(CATALOGUES[language])) {
    const forms = typeof message === "string" ? [] : Object.keys(message);
    if (forms.length > 1) expect(forms.sort(), key).toEqual([...wanted].sort());
    for (const text of texts(message))
      for (const [, field, within] of text.matchAll(FIELD))
        if (within) expect(Object.keys(formsOf(within)).sort(), `${key} ${field}`).toEqual([...wanted].sort());
  }
});

test("every message is used, by its name or by the beginning of its name", () => {
  const code = sources.join("\n");
  const begun = [...code.matchAll(/`([a-z_]+_)\$\{/g)].map((found) => found[1]!);
  const wins = /^(won_by_|win_shared)/; // codes of the server that are messages as they are
  const unused = keys.filter(
    (key) =>
      !code.includes(`"${key}"`) &&
      !code.includes(`'${key}'`) &&
      !begun.some((start) => key.startsWith(start)) &&
      !wins.test(key),
  );
  expect(unused).toEqual([]);
});

test("no text is hard-coded in a component", () => {
  for (const [n, source] of sources.entries()) {
    if (!files[n]!.endsWith(".svelte")) continue;
    const markup = source.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<!--[\s\S]*?-->/g, "");
    const plain = markup
      .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "")
      .replace(/<(?:"[^"]*"|[^">])*>/g, "\n");
    const words = plain.match(/\p{L}{2,}/gu)?.filter((word) => word !== "Whistlestop") ?? [];
    expect(words, files[n]).toEqual([]);
    const named = [...markup.matchAll(/(?:aria-label|placeholder|title|alt)="([^"{]*)"/g)].map((found) => found[1]);
    expect(named, files[n]).toEqual([]);
  }
});

test("Russian numbers choose their forms", () => {
  const say = (n: number) => fill(CATALOGUES.ru.cars, "ru", { n });
  expect([1, 2, 5, 21, 45].map(say)).toEqual(["1 вагон", "2 вагона", "5 вагонов", "21 вагон", "45 вагонов"]);
});

test("any number chooses its words within a text", () => {
  const text = "{cars, plural, one {# car} other {# cars}}, {long, plural, one {# long ticket} other {# long tickets}}";
  expect(fill(text, "en", { cars: 1, long: 2 })).toBe("1 car, 2 long tickets");
  expect(fill(text, "en", { cars: 5, long: 1 })).toBe("5 cars, 1 long ticket");
  expect(fill("{n, plural, one {# вагон} few {# вагона} many {# вагонов} other {# вагона}}", "ru", { n: 22 })).toBe(
    "22 вагона",
  );
  expect(fill(text, "en", { cars: 1 })).toContain("{long, plural"); // a missing field is seen at once
});

test("each language joins lists and clauses in its own way", () => {
  const joined = (language: Language) => {
    readIn(language);
    return [listText(["a", "b", "c"]), listText(["a", "b"], "narrow"), clauses(["a", "b", "c"])];
  };
  expect(joined("en")).toEqual(["a, b and c", "a, b", "a, b, c"]);
  expect(joined("zh-Hans")).toEqual(["a、b和c", "a、b", "a，b，c"]);
  expect(joined("zh-Hant")).toEqual(["a、b和c", "a、b", "a，b，c"]);
  expect(joined("is")).toEqual(["a, b og c", "a, b", "a, b, c"]);
  expect(joined("ru")).toEqual(["a, b и c", "a, b", "a, b, c"]);
});

test("numbers and dates need nothing that browsers lack: Chromium knows no Icelandic", () => {
  const at = new Date(2026, 10, 24, 19, 30).getTime();
  const written = (language: Language) => {
    readIn(language);
    return [shortDate(at), dateText(at), momentText(at), utcDay(Date.UTC(2026, 10, 24)), numberText(13_000)];
  };
  expect(written("en")).toEqual(["24 Nov", "24 Nov 2026", "24 Nov 2026, 19:30", "24 November", "13,000"]);
  expect(written("is")).toEqual(["24.11.", "24.11.2026", "24.11.2026, 19:30", "24.11.", "13.000"]);
  expect(written("zh-Hans")[3]).toBe("11月24日");
});

test("only the message for a pair of cities has a dash between them", () => {
  for (const language of languages)
    for (const key of keys.filter((key) => key !== "pair" && key !== "players_from_to"))
      for (const text of texts(CATALOGUES[language][key])) expect(text, key).not.toMatch(/\} ?[–—-] ?\{/);
});

test.each(["is", "ru"] as const)(
  "names of cities follow no verb and no preposition in %s: they are nominatives",
  (language) => {
    const NOUNS = /(leiðina|leiðinni|Jarðgöngin|Jarðgöng|перегон|перегоне|тоннель|Тоннель) $|[:(] ?$|^$/;
    for (const key of keys)
      for (const text of texts(CATALOGUES[language][key]))
        for (const found of text.matchAll(/\{(pair|city)\}/g))
          expect(text.slice(0, found.index), `${key}: ${text}`).toMatch(NOUNS);
  },
);

test.each(["zh-Hans", "zh-Hant"] as const)("%s has the punctuation of Chinese", (language) => {
  for (const key of keys)
    for (const text of texts(CATALOGUES[language][key]))
      expect(text.replaceAll(/\{[^}]*\}|= |[0-9] /g, ""), key).not.toMatch(
        /[,;:!?()]|\p{Script=Han}\.|…(?<!……|…(?=…))/u,
      );
});

test("a browser's preferred languages choose the language", () => {
  expect(languageFor(["de-DE", "is-IS", "en"])).toBe("is");
  expect(languageFor(["zh-TW"])).toBe("zh-Hant");
  expect(languageFor(["zh-CN"])).toBe("zh-Hans");
  expect(languageFor(["zh"])).toBe("zh-Hans");
  expect(languageFor(["fr"])).toBe("en");
});
