/** A game: a map, its rules and a number of seats, in the memory of an engine. */
import type { Move } from "../lib/api";
import type { ArrayLayout, Engine, EngineArray } from "./module";

/** How a bot decides. */
export interface BotData {
  kind: "policy" | "search";
  /** Whether it uses the map's network. */
  network: boolean;
  /** The seconds that it searches. */
  seconds?: number;
  grows_tree?: boolean;
  /** If it follows a network: how much of what that has learned counts. */
  learned?: number;
  weights: number[][];
}

/** A level of bots in one game. */
export interface Level extends BotData {
  /** The minimum seconds that it takes for a move. */
  pace: number;
}

/** What a map's network is, beside its file. */
export interface NetworkData {
  file: string;
  /** The record SHAPE. */
  shape: number[];
  /** Of each array of parameters its length, or its rows, columns, and the axis along which a column has its scale. */
  parts: number[][];
  calibration: number[];
  /** How its values become the chances that people are shown. */
  review_calibration: number[];
  /** The weights with which reports are made. */
  weights: number[][];
  /** How much its log-odds, the turn and the points count for the chances with all cards open. */
  mixture: number[];
  /** The working memory of a bot with this network. */
  scratch: ArrayLayout[];
}

/** What is printed on a track. */
export interface PrintedTrack {
  track: string;
  length: number;
  points: number;
  colour: string | null;
  tunnel: boolean;
  locomotives: number;
  swap: number;
}

/** The file of a game, which `whistlestop.wasm.export` writes. */
export interface GameData {
  version: string;
  map: string;
  digest: string;
  seats: number;
  kinds: string[];
  cities: string[];
  tracks: PrintedTrack[];
  tickets: string[];
  ticket_points: number[];
  /** All moves by number; chance's have a text alone. */
  moves: (Move | { text: string })[];
  rules: { stations: number };
  levels: Record<string, Level>;
  /** The level that gives hints. */
  adviser: string;
  /** Null if there is no network for the map. */
  network: NetworkData | null;
  /** The records GAME and FACTS in base64. */
  compiled: string;
  facts: string;
}

const PAIR = /([a-z][a-z0-9_]*)-([a-z][a-z0-9_]*)/;
const turned = (text: string) => text.replace(PAIR, "$2-$1");

/** The bytes of a text in base64. */
export function fromBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let n = 0; n < bytes.length; n++) bytes[n] = characters.charCodeAt(n); // ten times as fast as Uint8Array.from
  return bytes;
}

export class Game {
  readonly games: EngineArray;
  private readonly numbers: Map<string, number>;

  constructor(
    readonly engine: Engine,
    readonly data: GameData,
  ) {
    this.games = engine.records("GAME", 1);
    engine.bytes(this.games).set(fromBase64(data.compiled));
    this.numbers = new Map(data.moves.map(({ text }, number) => [text, number]));
  }

  get seats(): number {
    return this.data.seats;
  }

  /** The size of an array that kernels take. */
  size(name: string): number {
    const size = this.engine.layout.sizes[name];
    if (size === undefined) throw new RangeError(`No size ${name}.`);
    return size;
  }

  text(move: number): string {
    return this.data.moves[move]!.text;
  }

  /** A move of a seat in fields. */
  move(number: number): Move {
    return this.data.moves[number] as Move;
  }

  /** The number of the move with exactly this text. */
  number(text: string): number | undefined {
    return this.numbers.get(text);
  }

  /** The number of a move as people write it, the two cities of a route in either order. */
  find(text: string): number | undefined {
    const plain = text.toLowerCase().trim().replace(/\s+/g, " ");
    return this.number(plain) ?? this.number(turned(plain));
  }

  /** The number of a track, its cities in either order; -1 if there is none. */
  track(text: string): number {
    return this.data.tracks.findIndex(({ track }) => track === text || track === turned(text));
  }
}
