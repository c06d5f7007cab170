import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Message, Messages } from "../../src/i18n/catalogue";
import en from "../../src/i18n/en";
import { fill, type Key, type Language, languageFor, LANGUAGES } from "../../src/i18n/i18n.svelte";
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
const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

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
  }
});

test("every message is used, by its name or by the beginning of its name", () => {
  const code = sources.join("\n");
  const begun = [...code.matchAll(/`([a-z]+_)\$\{/g)].map((found) => found[1]!);
  const told = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink", "grey", "locomotive"];
  const wins = /^(won_by_|win_shared)/; // codes of the server that are messages as they are
  const unused = keys.filter(
    (key) =>
      !code.includes(`"${key}"`) &&
      !code.includes(`'${key}'`) &&
      !begun.some((start) => key.startsWith(start)) &&
      !told.includes(key) &&
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

test("a browser's wishes choose the language", () => {
  expect(languageFor(["de-DE", "is-IS", "en"])).toBe("is");
  expect(languageFor(["zh-TW"])).toBe("zh-Hant");
  expect(languageFor(["zh-CN"])).toBe("zh-Hans");
  expect(languageFor(["zh"])).toBe("zh-Hans");
  expect(languageFor(["fr"])).toBe("en");
});
