import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Message } from "../../src/i18n/catalogue";
import { FIELD, type Language, LANGUAGES } from "../../src/i18n/i18n.svelte";
import { type Passage, readRules } from "../../src/i18n/rules";
import en from "../../src/i18n/rules/en";

const passages = Object.keys(en) as Passage[];
const texts = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const fields = (text: string) => [...new Set([...text.matchAll(FIELD)].map((found) => found[1]))].sort().join();

test.each(Object.keys(LANGUAGES) as Language[])(
  "%s has every passage of the rules, with its amounts",
  async (language) => {
    const words = await readRules(language);
    expect(Object.keys(words)).toEqual(passages);
    for (const passage of passages)
      for (const text of texts(words[passage])) {
        expect(text.trim(), passage).not.toBe("");
        expect(fields(text), `${language} ${passage}`).toBe(fields(texts(en[passage])[0]!));
      }
  },
);

test("every passage of the rules is used on some map", () => {
  const code = ["pages/ruleChapters.ts", "pages/Rules.svelte"]
    .map((file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8"))
    .join();
  const unused = passages.filter(
    (passage) =>
      !code.includes(`"${passage}"`) &&
      !["tie_tickets", "tie_stations", "tie_express", "tie_longest"].includes(passage),
  );
  expect(unused).toEqual([]);
});
