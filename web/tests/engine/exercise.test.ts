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
