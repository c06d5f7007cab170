/** What is compared with Python, each check as a digest of all that it finds: twins of tests/wasm/native.py. */
import { Game } from "../../../src/engine/game";
import { advise } from "../../../src/engine/hints";
import type { EngineArray } from "../../../src/engine/module";
import { GameRecord } from "../../../src/engine/record";
import { type Decision, Review } from "../../../src/engine/review";
import { search as searchByHalving, Thinker } from "../../../src/engine/search";
import type { Thinkers } from "../../../src/engine/thinkers";
import { search } from "./search";
import { CHANCE, type Moment, type Table } from "./table";

type Settings = Record<string, number>;
type Check = (table: Table, settings: Settings) => Promise<string>;

const CHOICES = 4;
/** One in so many moves is tried to see why it is refused. */
const REFUSED = 13;
const POLICIES = ["racer", "route_focused", "destination_hungry", "long_route", "one_step", "planner", "veteran"];
const SEARCHES = ["montecarlo", "treesearch"];
const NETWORKS = ["express", "express:style=one_step:learned=0.3", "champion"];

/** Bytes in a row, and their digest. */
class Found {
  private readonly parts: Uint8Array[] = [];

  constructor(private readonly table: Table) {}

  add(...arrays: EngineArray[]): void {
    for (const array of arrays) this.parts.push(this.table.engine.bytes(array).slice());
  }

  addWords(words: BigInt64Array): void {
    this.parts.push(new Uint8Array(words.buffer));
  }

  addNumbers(...numbers: number[]): void {
    this.parts.push(new Uint8Array(new Float64Array(numbers).buffer));
  }

  /** Add what JSON can hold, the keys of objects in alphabetical order. */
  addContent(content: unknown): void {
    if (typeof content === "number") this.addNumbers(content);
    else if (Array.isArray(content)) for (const one of content) this.addContent(one);
    else if (typeof content === "object" && content !== null)
      for (const [key, value] of Object.entries(content).sort(([p], [q]) => (p < q ? -1 : 1))) {
        this.addContent(key);
        this.addContent(value);
      }
    else this.parts.push(new TextEncoder().encode(String(content)));
  }

  async digest(): Promise<string> {
    const hash = await crypto.subtle.digest("SHA-256", await new Blob(this.parts as BlobPart[]).arrayBuffer());
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

/** Whole random games by one kernel: states at the end, numbers of moves, score sheets. */
async function random(table: Table, { seed = 0, count = 0 }: Settings): Promise<string> {
  const { engine, games } = table;
  const found = new Found(table);
  const batch = 250;
  const states = engine.records("STATE", batch);
  const plies = engine.shorts(batch);
  const sheets = engine.records("SCORE_SHEET", batch);
  const [dice, out, scratch] = [
    table.dice(),
    engine.numbers(table.size("MOVES")),
    engine.numbers(table.size("SCRATCH")),
  ];
  for (let first = seed; first < seed + count; first += batch) {
    engine.clear(states, sheets);
    engine.call("playouts", games, states, dice, out, BigInt(first), plies);
    engine.call("score", games, states, 0, batch, sheets, scratch);
    found.add(states, plies, sheets);
  }
  return found.digest();
}

/** Random games move by move: every state, its legal moves and deals; now and then all that is derived from a state. */
async function steps(table: Table, { seed = 0, count = 0, every = 1 }: Settings): Promise<string> {
  const { engine, games } = table;
  const found = new Found(table);
  for (let k = 0; k < count; k++) {
    const mark = engine.mark();
    const states = table.play(
      seed + k,
      ({ dice, out, count }) => Number(engine.words(out)[engine.call("below", dice, CHOICES, count)]),
      (moment) => {
        found.add(moment.states);
        found.addNumbers(moment.mover, ...table.legal(moment));
        if (moment.mover === CHANCE) {
          found.addNumbers(engine.call("deck", games, moment.states, 0), engine.call("deals", games, moment.states, 0));
        }
        if (moment.ply % every === 0) {
          derive(table, moment.states, moment.ply, found);
          refuse(table, moment.states, table.legal(moment), found);
        }
      },
    );
    const sheets = engine.records("SCORE_SHEET");
    engine.call("score", games, states, 0, 1, sheets, engine.numbers(table.size("SCRATCH")));
    found.add(states, sheets);
    derive(table, states, 0, found);
    refuse(table, states, [], found);
    tellResult(table, states, found);
    engine.release(mark);
  }
  return found.digest();
}

/** The lines of the result. */
function tellResult(table: Table, states: EngineArray, found: Found): void {
  const { engine } = table;
  const sheets = engine.records("SCORE_SHEET", 2);
  const scratch = engine.numbers(table.size("RESULT_SCRATCH"));
  const rows = engine.numbers(table.size("ROWS"), table.size("ROW"));
  const paths = engine.numbers(table.size("ROWS"), table.size("PATH"));
  found.addNumbers(engine.call("result_lines", table.games, states, 0, sheets, scratch, rows, paths));
  found.add(sheets, rows, paths);
}

/** Why some of the moves are refused that are not legal. */
function refuse(table: Table, states: EngineArray, legal: number[], found: Found): void {
  const { engine } = table;
  const mark = engine.mark();
  const parameters = engine.numbers(table.size("PARAMETERS"));
  const allowed = new Set(legal);
  for (let move = 0; move < table.moves; move += REFUSED) {
    if (allowed.has(move)) continue;
    found.addNumbers(engine.call("why", table.games, states, 0, move, parameters));
    found.add(parameters);
  }
  engine.release(mark);
}

/** Views, points, guesses, track statuses and ticket paths of every viewer. */
function derive(table: Table, states: EngineArray, seed: number, found: Found): void {
  const { engine, games } = table;
  const mark = engine.mark();
  for (let viewer = -1; viewer < table.seats; viewer++) {
    const views = engine.records("VIEW");
    const points = engine.numbers(table.size("SEATS"));
    engine.call("view", games, states, 0, viewer, views, 0);
    engine.call("count_points", games, views, 0, points);
    const [guesses, dice] = [engine.records("STATE"), table.dice()];
    engine.call("load_dice", dice, BigInt(seed));
    engine.call("guess", games, views, 0, dice, guesses, 0);
    found.add(views, points, guesses);
    const [own, ways, statuses] = [
      engine.records("STATE"),
      engine.numbers(table.size("MOVES")),
      engine.records("TRACK_STATUS"),
    ];
    for (let track = 0; track < table.tracks; track++) {
      engine.clear(own, statuses);
      const count = engine.call("find_track_status", games, views, 0, track, own, ways, statuses);
      found.addWords(engine.words(ways).slice(0, count));
      found.add(statuses);
    }
    if (viewer < 0) continue;
    const wanted = engine.numbers(table.size("WORDS"));
    const [sheets, scratch] = [engine.records("SCORE_SHEET"), engine.numbers(table.size("SCRATCH"))];
    const paths = engine.records("TICKET_PATHS");
    engine.words(wanted).set(engine.field(views, "tickets").subarray(2 * viewer, 2 * viewer + 2));
    engine.call("find_ticket_paths", games, views, 0, wanted, sheets, scratch, paths);
    found.add(sheets, paths);
  }
  engine.release(mark);
}

/** The move of every bot that follows the policy, in every decision of a game between planners. */
async function policies(table: Table, { seed = 0 }: Settings): Promise<string> {
  const { engine } = table;
  const found = new Found(table);
  const bots = POLICIES.map((bot) => table.weightsOf(bot));
  const planner = POLICIES.indexOf("planner");
  const views = engine.records("VIEW");
  table.play(seed, ({ states, mover, ply }) => {
    engine.call("view", table.games, states, 0, mover, views, 0);
    const moves = bots.map((weights) => {
      const mark = engine.mark();
      const move = engine.call(
        "follow_policy",
        [table.games, table.facts, weights, views],
        engine.scratch(),
        BigInt(ply),
      );
      engine.release(mark);
      return move;
    });
    found.addNumbers(...moves);
    return moves[planner] ?? NaN;
  });
  return found.digest();
}

/** Opinions of the bots that search, at some decisions of a game between planners. */
async function searches(table: Table, { seed = 0, count = 0, rollouts = 0 }: Settings): Promise<string> {
  const { engine } = table;
  const found = new Found(table);
  const views = decisions(table, seed);
  const asked = engine.records("VIEW");
  for (const bot of SEARCHES) {
    const { weights, grows_tree } = table.bot(bot);
    const inputs = [table.games, table.facts, table.weights(weights), asked];
    for (let k = 0; k < count; k++) {
      engine.bytes(asked).set(views[Math.floor((k * views.length) / count)] ?? []);
      const mark = engine.mark();
      const scratch = engine.scratch(grows_tree ? table.size("NODES") : 1);
      for (const { move, value, tried } of search(engine, inputs, scratch, BigInt(k), rollouts)) {
        found.addNumbers(move, value, tried);
      }
      engine.release(mark);
    }
  }
  return found.digest();
}

/** Moves and opinions of the bots with a network, as the page's own code has them, at some decisions of such a game. */
async function networks(table: Table, { seed = 0, count = 0, rollouts = 0 }: Settings): Promise<string> {
  const { engine, data, bots } = table;
  const found = new Found(table);
  const views = decisions(table, seed);
  const levels = Object.fromEntries(Object.entries(bots).map(([bot, how]) => [bot, { ...how, pace: 0 }]));
  const thinker = new Thinker(new Game(engine, { ...data, levels }));
  thinker.learn(table.network);
  for (const level of NETWORKS) {
    for (let k = 0; k < count; k++) {
      const view = views[Math.floor((k * views.length) / count)]!;
      const question = { level, view, seed: BigInt(k), hurries: false, batch: table.size("BATCH") };
      if (table.bot(level).kind === "policy") found.addNumbers(await thinker.follow(question));
      else
        for (const { move, value, tried } of await searchByHalving(engine, [thinker], question, { rollouts }))
          found.addNumbers(move, value, tried);
    }
  }
  return found.digest();
}

/** The report on a game between planners, as the page's own code has it, when some decisions were searched, and hints. */
async function reviews(table: Table, { seed = 0, count = 0, rollouts = 0 }: Settings): Promise<string> {
  const { engine, games, data } = table;
  const found = new Found(table);
  const game = new Game(engine, { ...data, levels: {} });
  const record = new GameRecord(game, { name: "fast", seed: BigInt(seed) }, null, []);
  const asked = engine.records("VIEW");
  const inputs = [games, table.facts, table.weightsOf("planner"), asked];
  record.deal();
  while (!record.over) {
    engine.call("view", games, record.states, 0, record.mover, asked, 0);
    const mark = engine.mark();
    const move = engine.call("follow_policy", inputs, engine.scratch(), BigInt(record.ply));
    engine.release(mark);
    record.push(move);
    record.deal();
  }
  const review = new Review(record, table.network);
  const thinker = new Thinker(game);
  thinker.learn(table.network);
  for (const { n, decision } of review.next(count)) review.take(n, await thinker.review({ ...decision, rollouts }));
  found.addContent({ ...review.report(), rollouts });
  const thinking = { review: (_: Game, all: Decision[]) => Promise.all(all.map((one) => thinker.review(one))) };
  for (const { move, value, low, high, tried, purpose } of await advise(
    game,
    thinking as Thinkers,
    review.next(1)[0]!.decision.view,
  )) {
    const why = purpose && { code: purpose.code, parameters: purpose.parameters };
    found.addContent([move.text, value, low, high, tried, why]);
  }
  return found.digest();
}

/** The views of all decisions with a choice in a game between planners. */
export function decisions(table: Table, seed: number): Uint8Array[] {
  const { engine } = table;
  const views: Uint8Array[] = [];
  const asked = engine.records("VIEW");
  const inputs = [table.games, table.facts, table.weightsOf("planner"), asked];
  const decide = ({ states, mover, count, ply }: Moment): number => {
    engine.call("view", table.games, states, 0, mover, asked, 0);
    if (count > 1) views.push(engine.bytes(asked).slice());
    const mark = engine.mark();
    const move = engine.call("follow_policy", inputs, engine.scratch(), BigInt(ply));
    engine.release(mark);
    return move;
  };
  table.play(seed, decide);
  return views;
}

export const CHECKS: Record<string, Check> = { random, steps, policies, searches, networks, reviews };
