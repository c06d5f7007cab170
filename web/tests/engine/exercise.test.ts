import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LocalTables } from "../../src/engine/localTables";
import { Thinkers } from "../../src/engine/thinkers";
import type { Exercise } from "../../src/lib/exercises";
import { makeLibrary, MemoryStore } from "./files";

const library = makeLibrary("new_york-2");
const record = readFileSync(new URL("../../../tests/golden/new_york_won_by_tickets.txt", import.meta.url), "utf8");
const lines = record.split("\n\n")[1]!.trim().split("\n");
const choices = [{ move: "draw", chance: 0.6 }];
const exercise = (position: Exercise["position"]): Exercise => ({ map: "new_york", seats: 2, position, choices });

/** Tables whose bots can't think: nobody may be asked to. */
function makeTables(store = new MemoryStore()) {
  const noWorkers = () => {
    throw new Error("There are no workers here.");
  };
  return new LocalTables(() => Promise.resolve(store), library, new Thinkers(library, noWorkers, 1), null, 0);
}

test("the position of a mistake is shown to the seat that made it, and nothing is kept", async () => {
  const store = new MemoryStore();
  const tables = makeTables(store);
  const ply = lines.findIndex((line, n) => n > 60 && line.startsWith("1 claim"));
  const info = await tables.openExercise(exercise({ record, ply }), "Anna");
  expect(info).toMatchObject({ state: "playing", ply, yours: [1], exercise: true });
  expect(info.seats.map(({ name, bot }) => [name, bot])).toEqual([["director", "director"], ["Anna", null]]); // prettier-ignore
  const [view] = (await tables.readView(info.id, 1)).views;
  expect(view!.legal.map(({ text }) => text)).toContain(lines[ply]!.slice(2));
  expect(view).toMatchObject({ viewer: 1, can_undo: false });
  expect(store.tables.size).toBe(0);
});

test("the first choice of an exercise is the person's alone", async () => {
  const tables = makeTables();
  const ply = lines.findIndex((line) => line.startsWith("1 keep"));
  const info = await tables.openExercise(exercise({ record, ply }), "Anna");
  expect(info.yours).toEqual([1]);
  const [view] = (await tables.readView(info.id, 1)).views;
  expect(view!.legal.every(({ kind }) => kind === "keep")).toBe(true);
});

test("a position is replayed from its seed and the seats' moves, and one that doesn't replay is refused", async () => {
  const tables = makeTables();
  const game = (await library.game("new_york", 2))!;
  const keep = game.number("keep 1")!;
  const info = await tables.openExercise(exercise({ seed: 7, moves: [keep, keep] }), "Anna");
  expect((await tables.readView(info.id, info.yours[0]!)).views[0]!.phase).toBe("turn");
  await expect(tables.openExercise(exercise({ seed: 7, moves: [keep, 99] }), "Anna")).rejects.toMatchObject({
    code: "bad_exercise",
  });
});

test("a game goes on from a moment: the seat knows the same, the rest is dealt again, and nothing is kept", async () => {
  const store = new MemoryStore();
  const tables = makeTables(store);
  const ply = lines.findIndex((line, n) => n > 60 && line.startsWith("1 claim"));
  const open = (seed: number) => tables.openVariation({ record, ply, seat: 1, seed }, "Anna");
  const first = await open(1);
  expect(first).toMatchObject({ state: "playing", ply, yours: [1], variation: true });
  const [view] = (await tables.readView(first.id, 1)).views;
  const replayed = await tables.importRecord(record, null, "Anna");
  const truth = (await tables.readViews(replayed.id, ply, true)).views;
  const known = ({ hand, tickets, face_up, unseen, seats }: NonNullable<typeof view>) => ({
    ...{ hand, tickets, face_up, unseen },
    public: seats.map(({ cars, points, tracks, cards, known }) => ({ cars, points, tracks, cards, known })),
  });
  expect(known(view!)).toEqual(known(truth[1]!));
  expect(view!.can_undo).toBe(false);
  const claim = view!.legal.find(({ kind }) => kind === "claim")!;
  const made = await tables.move(first.id, 1, ply, claim.text);
  expect(made.view.seats[1]!.tracks).toContain(claim.track);
  const hidden = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (seed) => {
      const { id } = await open(seed);
      const before = (await tables.readView(id, 1)).views[0]!;
      const draw = await tables.move(id, 1, ply, before.legal.find(({ kind }) => kind === "draw")!.text);
      return JSON.stringify(draw.view.hand);
    }),
  );
  expect(new Set(hidden).size, "what comes is not what came").toBeGreaterThan(1);
  expect([...store.tables.keys()]).toEqual([replayed.id]);
  await expect(tables.openVariation({ record, ply: 9999, seat: 1, seed: 1 }, "Anna")).rejects.toMatchObject({
    code: "bad_exercise",
  });
});

test("a report begins with a quick look, and covers a damaged record as far as it can be read", async () => {
  const tables = makeTables();
  const { report, problem } = await tables.reviewRecord(record);
  expect(report).toMatchObject({ over: true, searched: 0, complete: false, seats: 2 });
  expect(problem).toBeUndefined();
  for (const { start, skill, opponents, luck, result } of report.summary)
    expect(start + skill + opponents + luck).toBeCloseTo(result, 6);
  const part = record.split("\n").slice(0, 60).join("\n");
  const damaged = await tables.reviewRecord(`${part}\n0 take a train\n`);
  expect(damaged.problem).toMatchObject({ parameters: { line: 61 } });
  expect(damaged.report.over).toBe(false);
  expect(damaged.report.steps.length).toBeLessThan(report.steps.length);
  expect((await tables.reviewRecord(`${part}\n`)).problem).toMatchObject({ code: "unfinished" });
  await expect(tables.reviewRecord("Hello")).rejects.toMatchObject({ code: "bad_record" });
  await expect(tables.reviewRecord(record.replace("map: new_york", "map: atlantis"))).rejects.toMatchObject({
    code: "bad_record",
  });
  const { id } = await tables.importRecord(record, null, "Anna");
  expect((await tables.readReport(id)).over).toBe(true);
});

test("a game that is played shows neither a report nor the cards of others", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable({ map: "new_york", seats: ["you", "you"] }, "Anna");
  await expect(tables.readReport(id)).rejects.toMatchObject({ code: "not_over" });
  await expect(tables.readViews(id, 0, true)).rejects.toMatchObject({ code: "not_over" });
});
