import { MessageChannel } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { answerCalls, type Port, WorkerCalls } from "../../src/engine/calls";
import { GameRecord } from "../../src/engine/record";
import { Teller } from "../../src/engine/tell";
import { Thinkers } from "../../src/engine/thinkers";
import { Refused } from "../../src/lib/refused";
import { makeLibrary } from "./files";

const library = makeLibrary("europe-3");

/** The two ends of a line to a worker. */
function makeLine(): [Port, Port] {
  const { port1, port2 } = new MessageChannel();
  return [port1, port2] as unknown as [Port, Port];
}

/** A game at its first turn: its legal moves, and what the mover sees. */
async function makeGame() {
  const game = (await library.game("europe", 3))!;
  const record = new GameRecord(game, { name: "fast", seed: 7n }, null, []);
  const teller = new Teller(game);
  const { first_choice } = game.engine.layout.phase_numbers;
  for (record.deal(); record.phase === first_choice; record.deal()) record.push(teller.legal(record.states)[0]!);
  const legal = teller.legal(teller.look(record, record.mover, true));
  return { game, legal, view: teller.viewBytes() };
}

test("calls are answered, and refusals cross the line", async () => {
  const [here, there] = makeLine();
  const object = { name: "Anna", greet: (word: string) => Promise.resolve(`${word}, ${object.name}`) };
  const refuse = () => {
    throw new Refused("stale", { ply: 3 }, null, null, "", 8);
  };
  answerCalls(there, { refuse }, () => object);
  const other = vi.fn();
  const calls = new WorkerCalls(here, other);
  expect(await Promise.all([calls.call("greet", "Hello"), calls.call("greet", "Bye")])).toEqual([
    "Hello, Anna",
    "Bye, Anna",
  ]);
  await expect(calls.call("refuse")).rejects.toMatchObject({ code: "stale", parameters: { ply: 3 }, seq: 8 });
  const silenced = vi.spyOn(console, "error").mockReturnValue();
  await expect(calls.call("nonsense")).rejects.toMatchObject({ code: "failed" });
  expect(silenced).toHaveBeenCalledOnce();
  there.postMessage({ listener: 5 });
  await vi.waitFor(() => expect(other).toHaveBeenCalledWith({ listener: 5 }));
  (here.onerror as () => void)();
  await expect(calls.call("greet")).rejects.toMatchObject({ code: "no_engine" });
  (here as unknown as MessagePort).close();
});

test("searches and networks run in a worker, within the level's time", async () => {
  const { game, legal, view } = await makeGame();
  game.data.levels.director!.seconds = 0.3;
  const lines: Port[] = [];
  const ready: Promise<unknown>[] = [];
  const makeWorker = () => {
    const [here, there] = makeLine();
    vi.resetModules();
    vi.stubGlobal("self", there);
    ready.push(import("../../src/engine/thinker").then(() => vi.unstubAllGlobals()));
    lines.push(here);
    return here;
  };
  const thinkers = new Thinkers(library, makeWorker, 1);
  const began = performance.now();
  const opinions = await thinkers.explain(game, "director", view);
  expect(performance.now() - began).toBeLessThan(2000);
  expect(ready).toHaveLength(1);
  expect(
    opinions.every(({ move, value, tried }) => legal.includes(move) && value >= 0 && value <= 1 && tried > 0),
  ).toBe(true);
  const [best] = opinions;
  expect(best!.tried).toBe(Math.max(...opinions.map(({ tried }) => tried)));
  for (const level of ["director", "stationmaster", "surveyor"])
    expect(legal).toContain((await thinkers.choose(game, level, view)).move);
  for (const line of lines) (line as unknown as MessagePort).close();
});

test("policies choose a legal move at once", async () => {
  const { game, legal, view } = await makeGame();
  const thinkers = new Thinkers(library, () => null!, 1);
  for (const level of ["porter", "conductor", "dispatcher"]) {
    const { move, rollouts } = await thinkers.choose(game, level, view);
    expect(legal).toContain(move);
    expect(rollouts).toBe(0);
  }
});
