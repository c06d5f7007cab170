import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packMoment, packRecord, recordInText, splitMoment, unpackRecord } from "../../src/lib/recordLink";

const record = readFileSync(new URL("../table/fair.txt", import.meta.url), "utf8");

test("a link holds a whole record, much shorter, in letters that links allow", async () => {
  for (const text of [record, 'name 0: "Ægir 车站"\n', ""]) {
    const data = await packRecord(text);
    expect(data).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await unpackRecord(data)).toBe(text);
  }
  expect((await packRecord(record)).length).toBeLessThan(record.length * 0.7);
});

test("a damaged link has no record", async () => {
  const data = await packRecord(record);
  for (const text of ["", "%", data.slice(0, -20), `x${data}`]) expect(await unpackRecord(text), text).toBeNull();
});

test("a link that unpacks to far more than any record is refused", async () => {
  const zeros = new Blob([new Uint8Array(5_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(zeros).arrayBuffer());
  expect(await unpackRecord(bytes.toString("base64url"))).toBeNull();
});

test("a pasted link is told from a pasted record", () => {
  expect(recordInText(" https://example.org/import#eJw-_1 \n")).toBe("eJw-_1");
  expect(recordInText("http://example.org/games/#/import!eJw-_1")).toBe("eJw-_1");
  expect(recordInText("https://example.org/import#eJw-_1.12")).toBe("eJw-_1.12");
  expect(recordInText(record)).toBeNull();
  expect(recordInText("https://example.org/t/abc")).toBeNull();
});

test("a link to a moment has the record and the ply", async () => {
  const { packed, ply } = splitMoment(await packMoment(record, 12));
  expect(await unpackRecord(packed)).toBe(record);
  expect(ply).toBe(12);
  expect(splitMoment("eJw-_1")).toEqual({ packed: "eJw-_1", ply: null });
});
