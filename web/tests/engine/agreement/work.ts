/** Pieces of work whose speed is measured: twins of those in benchmarks/wasm.py. */
import { decisions } from "./checks";
import type { Table } from "./table";

/** Does some amount of work and returns how many games or rollouts it was. */
export type Work = (amount: number) => number;

const GAMES = 100;
const SEED = 123;
const MIDDLE = 30;
const BATCH = 4;

/** Random games. */
function random(table: Table): Work {
  const { engine } = table;
  const states = engine.records("STATE", GAMES);
  const plies = engine.shorts(GAMES);
  const [dice, out] = [table.dice(), engine.numbers(table.size("MOVES"))];
  return (amount) => {
    for (let n = 0; n < amount; n++) engine.call("playouts", table.games, states, dice, out, BigInt(GAMES * n), plies);
    return amount * GAMES;
  };
}

/** Games between planners. */
function planner(table: Table): Work {
  const { engine } = table;
  const inputs = [table.games, table.facts, table.weightsOf("planner"), engine.records("VIEW")];
  const scratch = engine.scratch();
  const [totals, places] = [engine.numbers(GAMES, table.seats), engine.numbers(GAMES, table.seats)];
  return (amount) => {
    for (let n = 0; n < amount; n++) engine.call("contests", inputs, scratch, BigInt(GAMES * n), totals, places);
    return amount * GAMES;
  };
}

/** The tree search's rollouts in a decision of a game between planners. */
function rollouts(table: Table, decision: number): Work {
  const { engine } = table;
  const views = engine.records("VIEW");
  const turns = decisions(table, SEED).filter((view) => {
    engine.bytes(views).set(view);
    return engine.readOne(views, "phase") === table.phase("turn");
  });
  const view = turns[Math.min(decision, turns.length - 8)] ?? [];
  const inputs = [table.games, table.facts, table.weightsOf("treesearch"), views];
  const scratch = engine.scratch(table.size("NODES"));
  return (amount) => {
    engine.bytes(views).set(view);
    engine.clear(...Object.values(scratch));
    engine.call("begin", inputs, scratch, 5n);
    for (let n = 0; n < amount; n++) engine.call("try_candidates", inputs, scratch, 5n, BATCH * n, BATCH * (n + 1));
    const tried = engine.read(scratch.candidates, "tried");
    return tried.slice(0, engine.readOne(scratch.candidates, "count")).reduce((sum, one) => sum + one, 0);
  };
}

export const WORK: Record<string, (table: Table) => Work> = {
  random_games: random,
  planner_games: planner,
  first_turn: (table) => rollouts(table, 0),
  middle: (table) => rollouts(table, MIDDLE),
};
