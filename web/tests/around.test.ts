import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deal, prove, readHeader, type Check } from "../src/fairness";
import { qr } from "../src/qr";
import { hex, hmac, sha256, unhex } from "../src/sha256";
import { steps, sums } from "../src/reveal";
import en from "../src/rules/en";
import { readRules, type Passage } from "../src/rules";
import { trailOf, wayBetween } from "../src/trail";
import type { Result } from "../src/wire";
import { LANGUAGES, type Language } from "../src/words.svelte";
import type { Message } from "../src/words/catalogue";

const digestOf = (text: string) => createHash("sha256").update(qr(text).map((row) => row.map(Number).join("")).join("\n")).digest("hex");

test.each([
  // What the Python package qrcode 8.2 draws for these texts, with the same mask.
  ["A", "bc9009ae87ca68f1d256b69eb26362086d73d9f0b95f1e9f3dccae752626c3b6"],
  ["https://play.example.org/t/Ab3_-Ab3_-Ab3_-Ab3_-xy", "a9262849378746a9d6406fdb323873f51629b8949900d401d796d667115124ef"],
  ["http://192.168.178.21:8765/t/0123456789abcdefghijkl", "b82e1ce0f67542b3680d9691535b737a5a1e55062a5b9c4df94702836dfd88e0"],
  ["é中".repeat(20), "86fd038d9480226efccedb33399a8af868a9210f3d28f249baebd0bbe287d253"],
  ["x".repeat(150), "9782fa7f0642d3e6b22295c01fc9e2fe9a0f19d22af2cf7b3964dcb6a932e44e"],
  ["y".repeat(213), "3bb4dc258df63cd72866923bcf69b2a163f017bd6dd5d9d77a92f7f81ad9c892"],
])("the QR code of %s is what another encoder draws", (text, digest) => expect(digestOf(text)).toBe(digest));

test("a text that is too long for a QR code is refused", () => expect(() => qr("z".repeat(214))).toThrow(RangeError));

test("HMAC agrees with another implementation", () => {
  const key = unhex("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
  expect(hex(hmac(key, "cards 7"))).toBe(createHmac("sha256", key).update("cards 7").digest("hex"));
});

const golden = (name: string) => readFileSync(new URL(`../../tests/golden/${name}`, import.meta.url), "utf8");
const longs = (map: string) =>
  new Set(
    readFileSync(new URL(`../../src/whistlestop/maps/${map}/tickets.csv`, import.meta.url), "utf8")
      .split("\n").map((line) => line.split(",")).filter((row) => row.includes("long")).map(([a, b]) => `${a}-${b}`),
  );
const deckOf = (map: string) => {
  const long = longs(map);
  return (what: string) => (what === "first" ? "first" : long.has(what) ? "long" : what.includes("-") ? "short" : "cards");
};
const nothing = { commitment: "", hashes: [] };

test.each(["europe", "nordic", "new_york"])("every deal of the golden record of %s comes from its key", (map) => {
  const proof = prove(golden(`${map}_fair.txt`), nothing, deckOf(map), new Map());
  expect(proof.wrong).toBe(0);
  expect(proof.deals).toBeGreaterThan(20);
});

const own = "000102030405060708090a0b0c0d0e0f";
const record = readFileSync(new URL("fair.txt", import.meta.url), "utf8");
const secret = readHeader(record).get("secret")!;
const promised = {
  commitment: hex(sha256(new TextEncoder().encode(`1 fairTable0123456789-_x ${secret}`))),
  hashes: [hex(sha256(unhex(own))), null],
};
const failing = (text: string, said = promised, mine = own) =>
  prove(text, said, deckOf("new_york"), new Map([[0, mine]])).checks.filter((one) => !one.holds).map((one) => one.check);

test("a record that was not tampered with is proved", () => expect(failing(record)).toEqual([]));

test.each<[string, (text: string) => string, Check["check"][]]>([
  ["a deal that was changed", (text) => text.replace("= pink 28/41", "= pink 29/41"), ["deals"]],
  ["a deal without its number", (text) => text.replace("= pink 28/41", "= pink"), ["deals"]],
  ["another key", (text) => text.replace(/key: ../, "key: ff"), ["key", "deals"]],
  ["another secret", (text) => text.replace(secret, secret.replace("00", "ff")), ["commitment", "key"]],
  ["other bytes of a player", (text) => text.replace(`bytes 0: 00`, "bytes 0: ff"), ["hashes", "own", "key"]],
  ["bytes that were left out", (text) => text.replace(`bytes 0: ${own}\n`, ""), ["hashes", "own", "key"]],
])("%s is found", (_, tamper, checks) => expect(failing(tamper(record))).toEqual(checks));

test("a promise or bytes of one's own that are not those of the record are found", () => {
  expect(failing(record, { ...promised, commitment: promised.commitment.replace(/./, "x") })).toEqual(["commitment"]);
  expect(failing(record, promised, "ff".repeat(16))).toEqual(["own"]);
});

test("a deal above the largest multiple is passed over", () => {
  const key = new Uint8Array(32);
  for (let n = 0; n < 50; n++) expect(deal(key, "cards", n, 7)).toBeLessThan(7);
});

const edge = (id: string, length = 1) => ({ id, a: id[0]!, b: id[1]!, length });

test("a way between two cities has the fewest spaces", () => {
  const tracks = [edge("ab", 5), edge("ac"), edge("cb", 2), edge("xy")];
  expect(wayBetween(tracks, "a", "b")).toEqual(["ac", "cb"]);
  expect(wayBetween(tracks, "a", "y")).toEqual([]);
});

test("a trail may cross a city twice, and never uses a track twice", () => {
  const tracks = [edge("ab", 2), edge("bc", 3), edge("cd", 4), edge("db", 2), edge("be", 6), edge("bf", 1)];
  const trail = trailOf(tracks, 17);
  expect(new Set(trail)).toEqual(new Set(["ab", "bc", "cd", "db", "be"]));
  expect(trailOf(tracks, 99)).toEqual([]);
});

const passages = Object.keys(en) as Passage[];
const texts = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

test.each(Object.keys(LANGUAGES) as Language[])("the rules are told in %s, every passage with its amounts", async (language) => {
  const words = await readRules(language);
  expect(Object.keys(words)).toEqual(passages);
  for (const passage of passages)
    for (const text of texts(words[passage])) {
      expect(text.trim(), passage).not.toBe("");
      expect(fields(text), `${language} ${passage}`).toBe(fields(texts(en[passage])[0]!));
    }
});

test("every passage of the rules is told on some map", () => {
  const code = ["rules.ts", "Rules.svelte"].map((file) => readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8")).join();
  const unused = passages.filter((passage) => !code.includes(`"${passage}"`) && !["tie_tickets", "tie_stations", "tie_express", "tie_longest"].includes(passage));
  expect(unused).toEqual([]);
});

const line = (code: string, points: number) => ({ code, points, parameters: {} });
const result: Result = {
  seats: [
    { seat: 0, total: 12, place: 2, lines: [line("routes", 10), line("ticket_completed", 7), line("ticket_not_completed", -5)] },
    { seat: 1, total: 30, place: 1, lines: [line("routes", 20), line("express", 10)] },
  ],
  winners: [1],
  reason: { code: "won_by_points", parameters: { seat: 1 } },
};

test("a score is told kind by kind, tickets one by one, and adds up to the totals", () => {
  const told = steps(result);
  expect(told).toEqual([
    [{ seat: 0, line: 0 }, { seat: 1, line: 0 }], [{ seat: 0, line: 1 }], [{ seat: 0, line: 2 }], [{ seat: 1, line: 1 }],
  ]);
  expect(sums(result, told.slice(0, 2))).toEqual([17, 20]);
  expect(sums(result, told)).toEqual(result.seats.map((one) => one.total));
});
