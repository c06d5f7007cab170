/** What the engine tells of whole games is what Python tells. tests/wasm/test_telling.py writes the games and runs this. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fromBase64 } from "../../src/engine/game";
import type { Library } from "../../src/engine/library";
import { LocalTable, newTable } from "../../src/engine/localTable";
import { readRecord } from "../../src/engine/reader";
import { SPECTATOR } from "../../src/engine/record";
import { search, Thinker } from "../../src/engine/search";
import { newSeat } from "../../src/engine/seats";
import type { Reason, TrackStatus, View } from "../../src/lib/api";
import { makeLibrary } from "./files";

/** A game, and what Python tells of it at some plies. */
interface Told {
  game: string;
  n: number;
  record: string;
  plies: {
    ply: number;
    /** Of all seats, and of a spectator. */
    views: View[];
    tracks: [track: string, viewer: number, status: TrackStatus][];
    refusals: [move: string, reason: Reason][];
    /** The record as each of them may see it; empty at most plies. */
    redacted: string[];
  }[];
  course: { ply: number; points: number[] }[];
  searches: {
    view: string;
    seed: string;
    rollouts: number;
    searchers: number;
    opinions: [move: number, value: number, tried: number][];
  }[];
}

const { TOLD } = process.env;
const told = TOLD ? (JSON.parse(readFileSync(TOLD, "utf8")) as Told[]) : [];

async function openTable(library: Library, text: string): Promise<LocalTable> {
  const record = await readRecord(text, (map, seats) => library.game(map, seats));
  const seats = Array.from({ length: record.game.seats }, (_, seat) => newSeat(seat));
  return newTable("a table", record, seats);
}

describe.each(told)("$game, game $n", ({ game: name, record: text, plies, course, searches }) => {
  const library = makeLibrary(name);
  const opened = openTable(library, text);

  test("the record is read and written, and its course is the same", async () => {
    const table = await opened;
    expect(table.record.write()).toBe(text);
    expect(table.course().course).toEqual(course);
  });

  test.each(plies)("ply $ply", async ({ ply, views, tracks, refusals, redacted }) => {
    const table = await opened;
    const { teller } = table;
    const { game } = table.record;
    const viewers = [...table.info.seats.map(({ seat }) => seat), SPECTATOR];
    expect(table.views(viewers, ply).views).toEqual(views);
    const then = table.at(ply);
    if (redacted.length) expect(viewers.map((seat) => then.writeRedacted(seat))).toEqual(redacted);
    for (const [track, viewer, status] of tracks) {
      teller.look(then, viewer, viewer >= then.mover);
      expect(teller.trackStatus(game.track(track)), `${track} for ${viewer}`).toEqual(status);
    }
    for (const [move, reason] of refusals) expect(teller.why(then.states, game.number(move)!), move).toEqual(reason);
  });

  test.each(searches)("a search with $rollouts rollouts by $searchers", async ({ opinions, searchers, ...asked }) => {
    const { engine, ...game } = (await opened).record.game;
    const thinkers = await Promise.all(
      Array.from({ length: searchers }, async () => new Thinker((await library.game(game.data.map, game.data.seats))!)),
    );
    for (const thinker of thinkers) thinker.learn(await library.network(game.data.network!));
    const view = fromBase64(asked.view);
    const question = {
      level: "director",
      view,
      seed: BigInt(asked.seed),
      hurries: false,
      batch: engine.layout.sizes.BATCH!,
    };
    const found = await search(engine, thinkers, question, { rollouts: asked.rollouts });
    expect(found.map(({ move, value, tried }) => [move, value, tried])).toEqual(opinions);
  });
});

test.runIf(!TOLD)("there is something to compare with", () => expect(told).toEqual([]));
