/** A game in an engine, and how it is played: by the fast dealer, and by whoever decides for the seats. */
import type { BotData, GameData } from "../../../src/engine/game";
import { Engine, type EngineArray, type Layout } from "../../../src/engine/module";

/** Reads a file of the engine. */
export type Load = (name: string) => Promise<Uint8Array>;

export const CHANCE = -1;

export class Table {
  readonly games: EngineArray;
  readonly facts: EngineArray;
  readonly seats: number;
  readonly tracks: number;
  readonly moves: number;

  constructor(
    readonly engine: Engine,
    compiled: Uint8Array,
    facts: Uint8Array,
    readonly bots: Record<string, BotData>,
    readonly data: GameData,
    readonly network: Uint8Array,
  ) {
    this.games = engine.records("GAME");
    engine.bytes(this.games).set(compiled);
    this.facts = engine.records("FACTS");
    engine.bytes(this.facts).set(facts);
    this.seats = engine.readOne(this.games, "seats");
    this.tracks = engine.readOne(this.games, "tracks");
    this.moves = engine.readOne(this.games, "moves");
  }

  /** The game of a name such as europe-3, in an engine of its own. */
  static async open(name: string, load: Load): Promise<Table> {
    const json = async (file: string) => JSON.parse(new TextDecoder().decode(await load(file))) as unknown;
    const layout = (await json("engine.json")) as Layout;
    const data = (await json(`games/${name}.json`)) as GameData;
    const network = (await load(data.network!.file)).slice();
    const bots = (await json("bots.json")) as Record<string, Record<string, BotData>>;
    const module = await WebAssembly.compile((await load("whistlestop.wasm")) as BufferSource);
    return new Table(
      new Engine(module, layout),
      decode(data.compiled),
      decode(data.facts),
      bots[name] ?? {},
      data,
      network,
    );
  }

  size(name: string): number {
    return this.engine.layout.sizes[name] ?? 0;
  }

  phase(name: string): number {
    return this.engine.layout.phase_numbers[name] ?? NaN;
  }

  dice(): EngineArray {
    return this.engine.numbers(this.size("STREAMS"), 3);
  }

  weights(rows: number[][]): EngineArray {
    const array = this.engine.records("WEIGHTS", rows.length);
    this.engine.words(array).set(rows.flat().map(BigInt));
    return array;
  }

  weightsOf(bot: string): EngineArray {
    return this.weights(this.bot(bot).weights);
  }

  bot(name: string): BotData {
    const found = this.bots[name];
    if (!found) throw new RangeError(`No bot ${name}.`);
    return found;
  }

  /** Play a game by moves that `decide` chooses, and return the state at its end; `watch` sees every position. */
  play(seed: number, decide: (moment: Moment) => number, watch?: (moment: Moment) => void): EngineArray {
    const { engine, games } = this;
    const states = engine.records("STATE");
    const dice = this.dice();
    const out = engine.numbers(this.size("MOVES"));
    engine.call("load_dice", dice, BigInt(seed));
    engine.call("start", games, states, 0, CHANCE);
    const over = this.phase("over");
    for (let ply = 0; engine.readOne(states, "phase") !== over; ply++) {
      const mover = engine.call("mover", states, 0);
      const count = engine.call("legal", games, states, 0, out);
      const moment = { states, dice, out, mover, count, ply };
      watch?.(moment);
      const move = mover === CHANCE ? this.deal(moment) : decide(moment);
      if (engine.call("step", games, states, 0, move, out) < 0) throw new Error(`Move ${move} is illegal.`);
    }
    return states;
  }

  /** The numbers of the legal moves. */
  legal({ out, count }: Moment): number[] {
    return Array.from(this.engine.words(out).subarray(0, count), Number);
  }

  private deal({ states, dice }: Moment): number {
    const { engine, games } = this;
    const deck = engine.call("deck", games, states, 0);
    const outcome = engine.call("below", dice, deck, engine.call("deals", games, states, 0));
    return engine.call("nth_deal", games, states, 0, outcome);
  }
}

/** A position of a game that is played. */
export interface Moment {
  states: EngineArray;
  dice: EngineArray;
  /** The legal moves. */
  out: EngineArray;
  mover: number;
  count: number;
  ply: number;
}

function decode(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
