import { beforeEach, expect, test, vi } from "vitest";
import type { TableInfo } from "../../src/lib/api";
import { sendAllParts, sendPart } from "../../src/lib/fairStart";
import { keepBytes, keptBytes } from "../../src/lib/ownBytes";

let sent: [string, Record<string, unknown>][];
let answers: [number, unknown][];
let promise = 0;

/** A table in a step of its start, with a promise that no other test has. */
const start = (step: string, hashes: number[] = []) =>
  ({
    id: "x",
    state: "open",
    step,
    yours: [0],
    fairness: { commitment: `promise ${promise}`, sent: hashes },
  }) as unknown as TableInfo;

beforeEach(() => {
  promise += 1;
  [sent, answers] = [[], []];
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string }) => {
    if (body) sent.push([path.split("/").at(-1)!, JSON.parse(body) as Record<string, unknown>]);
    const [status, answer] = answers.shift()!;
    return Promise.resolve(
      new Response(JSON.stringify(answer), { status, headers: { "content-type": "application/json" } }),
    );
  });
});

test("a browser sends the bytes whose hash it has sent, also days later", async () => {
  answers = [
    [200, start("bytes")],
    [200, start("done")],
  ];
  await sendPart(start("hashes"), 0);
  await sendPart(start("bytes"), 0);
  expect(sent.map(([what]) => what)).toEqual(["hashes", "bytes"]);
  expect(sent[1]![1].bytes).toBe(keptBytes(`promise ${promise}`, 0));
  expect(sent[0]![1].hash).not.toBe(sent[1]![1].bytes);
});

test("another browser doesn't send bytes that can't match", async () => {
  await expect(sendPart(start("bytes"), 0)).rejects.toMatchObject({ code: "other_browser" });
  expect(await sendPart(start("hashes", [0]), 0)).toBeNull();
  expect(sent).toEqual([]);
});

test("what was sent already is no error", async () => {
  keepBytes(`promise ${promise}`, 0, "00");
  answers = [[409, { code: "sent_already", parameters: {} }]];
  expect(await sendPart(start("bytes"), 0)).toBeNull();
});

test("a page that doesn't show the table does both steps", async () => {
  answers = [
    [200, start("hashes")],
    [200, start("bytes", [0])],
    [200, { ...start("done"), state: "playing" }],
  ];
  await sendAllParts("x");
  expect(sent.map(([what]) => what)).toEqual(["hashes", "bytes"]);
});

test("only the newest bytes are kept", () => {
  for (let n = 0; n < 201; n++) keepBytes(`old ${n}`, 0, String(n));
  expect([keptBytes("old 0", 0), keptBytes("old 1", 0), keptBytes("old 200", 0)]).toEqual([null, "1", "200"]);
});
