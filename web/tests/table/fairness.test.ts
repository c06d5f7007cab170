import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commitmentOf, deal, keyOf } from "../../src/lib/fairKey";
import { type Check, prove, readHeader } from "../../src/table/fairness";

const golden = (name: string) => readFileSync(new URL(`../../../tests/golden/${name}`, import.meta.url), "utf8");
const longs = (map: string) =>
  new Set(
    readFileSync(new URL(`../../../src/whistlestop/maps/${map}/tickets.csv`, import.meta.url), "utf8")
      .split("\n")
      .map((line) => line.split(","))
      .filter((row) => row.includes("long"))
      .map(([a, b]) => `${a}-${b}`),
  );
const deckOf = (map: string) => {
  const long = longs(map);
  return (what: string) =>
    what === "first" ? "first" : long.has(what) ? "long" : what.includes("-") ? "short" : "cards";
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
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const promised = {
  commitment: sha256(`1 fairTable0123456789-_x ${secret}`),
  hashes: [sha256(Buffer.from(own, "hex")), null],
};
const failing = (text: string, published = promised, mine = own) =>
  prove(text, published, deckOf("new_york"), new Map([[0, mine]]))
    .checks.filter((result) => !result.holds)
    .map((result) => result.check);

test("a record that was not tampered with is proved", () => expect(failing(record)).toEqual([]));

test.each<[string, (text: string) => string, Check["check"][]]>([
  ["a deal that was changed", (text) => text.replace("= pink 28/41", "= pink 29/41"), ["deals"]],
  ["a deal without its number", (text) => text.replace("= pink 28/41", "= pink"), ["deals"]],
  ["another key", (text) => text.replace(/key: ../, "key: ff"), ["key", "deals"]],
  ["another secret", (text) => text.replace(secret, secret.replace("00", "ff")), ["commitment", "key"]],
  ["a secret that is no hexadecimal number", (text) => text.replace(secret, "no secret"), ["commitment", "key"]],
  ["a key that is no hexadecimal number", (text) => text.replace(/key: ../, "key: zz"), ["key", "deals"]],
  ["other bytes of a player", (text) => text.replace(`bytes 0: 00`, "bytes 0: ff"), ["hashes", "own", "key"]],
  ["bytes that were left out", (text) => text.replace(`bytes 0: ${own}\n`, ""), ["hashes", "own", "key"]],
])("%s is found", (_, tamper, checks) => expect(failing(tamper(record))).toEqual(checks));

test("a commitment or own bytes that differ from the record's are found", () => {
  expect(failing(record, { ...promised, commitment: promised.commitment.replace(/./, "x") })).toEqual(["commitment"]);
  expect(failing(record, promised, "ff".repeat(16))).toEqual(["own"]);
});

test("a deal above the largest multiple is passed over", () => {
  const key = new Uint8Array(32);
  for (let n = 0; n < 50; n++) expect(deal(key, "cards", n, 7)).toBeLessThan(7);
});

test("the key of a deal that several tables play is made of its secret alone", () => {
  const origin = { deal: "Deal-1", secret, seats: 2 };
  expect(commitmentOf(origin)).toBe(sha256(`1 deal Deal-1 ${secret}`));
  const key = createHmac("sha256", Buffer.from(secret, "hex")).update("deal Deal-1 digest 2").digest("hex");
  expect(keyOf(origin, "digest")).toBe(key);
  const text = record.replace("table: fairTable0123456789-_x", "deal: Deal-1").replace(/bytes 0: .*\n/, "");
  const { checks } = prove(text, { commitment: commitmentOf(origin), hashes: [] }, deckOf("new_york"), new Map());
  expect(checks.map((result) => [result.check, result.holds])).toEqual([
    ["commitment", true],
    ["key", false],
    ["deals", true],
  ]);
});
