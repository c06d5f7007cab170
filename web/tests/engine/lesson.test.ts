import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LocalTables } from "../../src/engine/localTables";
import { Thinkers } from "../../src/engine/thinkers";
import type { Lesson, TableInfo } from "../../src/lib/api";
import { makeLibrary, MemoryStore } from "./files";

const library = makeLibrary("new_york-2");
const golden = readFileSync(new URL("../../../tests/golden/new_york_won_by_tickets.txt", import.meta.url), "utf8");
const moves = golden.split("\n\n")[1]!.trim().split("\n");
const choice = moves.findIndex((line) => line.startsWith("0 keep"));
/** A whole game with a cue to read and cues at every turn of the first seat. */
const LESSON: Lesson = {
  lesson: "first",
  map: "new_york",
  title: "First",
  summary: "",
  seats: 2,
  names: ["", "Rosa"],
  learner: 0,
  first: null,
  moves,
  cues: [
    { ply: choice, text: "Welcome", show: {}, wait: "next" },
    ...moves.flatMap((line, ply) => {
      const isTurn = line.startsWith("0 ") && !moves[ply - 1]!.startsWith("0 ");
      return isTurn ? [{ ply, text: line, show: {}, wait: "move" as const }] : [];
    }),
    { ply: moves.length, text: "The end", show: {}, wait: "next" },
  ],
};

function makeTables(store: MemoryStore) {
  const noWorkers = () => {
    throw new Error("There are no workers here.");
  };
  return new LocalTables(() => Promise.resolve(store), library, new Thinkers(library, noWorkers, 1), null, 0);
}

/** Wait until a lesson waits for the learner. */
async function settle(tables: LocalTables, id: string): Promise<TableInfo> {
  for (let n = 0; n < 200; n++) {
    const info = await tables.readTable(id);
    if (info.lesson!.cue !== null || info.lesson!.done) return info;
    await new Promise((resolve) => setTimeout(resolve));
  }
  throw new Error("The others don't move.");
}

const play = (tables: LocalTables, { id, ply, lesson }: TableInfo) => tables.move(id, 0, ply, lesson!.moves[0]!);

test("a lesson waits for the learner, refuses other moves, and is played to its end", async () => {
  const tables = makeTables(new MemoryStore());
  let info = await tables.openLesson(LESSON, "Anna");
  expect(info.seats.map(({ name, player }) => [name, player])).toEqual([["Anna", "local"], ["Rosa", null]]); // prettier-ignore
  expect(info.lesson).toEqual({ lesson: "first", cue: 0, moves: [], done: false });
  const refused = (text: string) => expect(tables.move(info.id, 0, info.ply, text)).rejects;
  await refused(moves[choice]!.slice(2)).toMatchObject({ code: "lesson_move" }); // there is something to read first
  info = await tables.passCue(info.id, 0);
  expect(info.lesson).toMatchObject({ cue: 1, moves: [moves[choice]!.slice(2)] });
  await refused("keep 2").toMatchObject({ code: "lesson_move" });
  await expect(tables.propose(info.id, 0, info.ply, "undo")).rejects.toMatchObject({ code: "lesson_move" });
  expect((await tables.readTable(info.id)).ply).toBe(info.ply);
  while (info.lesson!.moves.length) {
    await play(tables, info);
    info = await settle(tables, info.id);
  }
  expect(info).toMatchObject({ state: "finished", ply: moves.length, lesson: { cue: LESSON.cues.length - 1 } });
  expect((await tables.passCue(info.id, LESSON.cues.length - 1)).lesson).toMatchObject({ cue: null, done: true });
  expect((await tables.exportRecord(info.id)).endsWith(moves.join("\n") + "\n")).toBe(true);
});

test("a lesson goes on where it was left, and begins again once it is over or another", async () => {
  const store = new MemoryStore();
  const tables = makeTables(store);
  let info = await tables.openLesson(LESSON, "Anna");
  info = await tables.passCue(info.id, 0);
  for (let n = 0; n < 4; n++) {
    await play(tables, info);
    info = await settle(tables, info.id);
  }
  const resumed = await makeTables(store).openLesson(LESSON, "Anna");
  expect(resumed).toMatchObject({ id: info.id, ply: info.ply, lesson: info.lesson });
  for (; info.lesson!.moves.length; info = await settle(tables, info.id)) await play(tables, info);
  const last = await makeTables(store).openLesson(LESSON, "Anna"); // there is still something to read
  expect(last).toMatchObject({ id: info.id, lesson: { cue: LESSON.cues.length - 1, done: false } });
  expect((await tables.ownTables())[0]!.lesson).toMatchObject({ done: false });
  await tables.passCue(info.id, LESSON.cues.length - 1);
  expect((await tables.ownTables())[0]!.lesson).toMatchObject({ done: true });
  const again = await makeTables(store).openLesson(LESSON, "Anna");
  expect(again).toMatchObject({ ply: choice, lesson: { cue: 0 } });
  const changed = await makeTables(store).openLesson({ ...LESSON, moves: moves.slice(0, -1) }, "Anna");
  expect(new Set([changed.id, again.id, info.id])).toHaveProperty("size", 3);
  expect([...store.tables.keys()]).toEqual([changed.id]);
});

test("a lesson can begin in the middle of a game", async () => {
  const tables = makeTables(new MemoryStore());
  const cue = LESSON.cues.find(({ ply }) => ply > 60)!;
  const info = await tables.openLesson({ ...LESSON, cues: [cue] }, "Anna");
  expect(info).toMatchObject({ ply: cue.ply, lesson: { cue: 0, moves: [moves[cue.ply]!.slice(2)] } });
});

test("a lesson that breaks the rules of this engine is refused", async () => {
  const tables = makeTables(new MemoryStore());
  const broken = { ...LESSON, moves: moves.with(3, "0 fly") };
  await expect(tables.openLesson(broken, "Anna")).rejects.toMatchObject({ code: "broken_lesson" });
});
