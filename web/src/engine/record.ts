/** A game from its first move on: its moves, its position, and its text. docs/records.md describes the text. */
import type { Reason } from "../lib/api";
import { bytesOf, deal, type DealOrigin, type KeyOrigin } from "../lib/fairKey";
import type { Game } from "./game";
import type { EngineArray } from "./module";

/** The mover when cards or tickets are dealt. */
export const CHANCE = -1;
/** A viewer that owns nothing. */
export const SPECTATOR = -1;

/** Who makes chance's moves; a game dealt by hand has nobody. */
export type Dealer =
  | { name: "fair"; key: string; origin: KeyOrigin | DealOrigin | null }
  | { name: "fast"; seed: bigint }
  | { name: "hand" };

/** One move: who made it, in which phase, and whose turn it was or who got the deal. */
export interface Entry {
  mover: number;
  move: number;
  phase: number;
  seat: number;
  /** Of a fair deal: the number of its outcome, and how many outcomes there were. */
  outcome: [number, number] | null;
}

/** Where the record of a variation begins: the moves up to there, and the bytes of the STATE that was guessed. */
export interface Origin {
  entries: Entry[];
  state: Uint8Array;
}

export class GameRecord {
  entries: Entry[] = [];
  readonly states: EngineArray;
  private readonly out: EngineArray;
  private readonly dice: EngineArray;
  /** How many deals were made from each deck. */
  private dealt: number[] = [];

  /** A record without moves; `deal` makes the first ones. */
  constructor(
    readonly game: Game,
    readonly dealer: Dealer,
    readonly first: number | null,
    readonly names: string[],
    /** Null if it begins with the first move, as all records that can be written do. */
    readonly origin: Origin | null = null,
  ) {
    const { engine } = game;
    this.states = engine.records("STATE", 1);
    this.out = engine.numbers(game.size("MOVES"));
    this.dice = engine.numbers(game.size("STREAMS"), 3);
    if (dealer.name === "fast") engine.call("load_dice", this.dice, dealer.seed);
    this.restart();
  }

  private restart() {
    this.entries = [...(this.origin?.entries ?? [])];
    this.dealt = this.game.engine.layout.streams.map(() => 0);
    if (this.origin) this.game.engine.bytes(this.states).set(this.origin.state);
    else this.game.engine.call("start", this.game.games, this.states, 0, this.first ?? CHANCE);
  }

  get ply(): number {
    return this.entries.length;
  }

  get phase(): number {
    return this.read("phase");
  }

  get over(): boolean {
    return this.phase === this.game.engine.layout.phase_numbers.over;
  }

  /** Whether the seats are choosing their first tickets, which all do at once (C1). */
  get isChoosing(): boolean {
    return this.phase === this.game.engine.layout.phase_numbers.first_choice;
  }

  /** Who moves: a seat or CHANCE; undefined once the game is over. */
  get mover(): number {
    return this.game.engine.call("mover", this.states, 0);
  }

  private read(field: string): number {
    return this.game.engine.readOne(this.states, field);
  }

  private ask(kernel: string, ...rest: number[]): number {
    return this.game.engine.call(kernel, this.game.games, this.states, 0, ...rest);
  }

  /** Make one move, and none of chance's moves after it; false if it is illegal, and then nothing changes. */
  push(move: number, outcome: Entry["outcome"] = null): boolean {
    const entry = { mover: this.mover, move, phase: this.phase, seat: this.read("seat"), outcome };
    const deck = this.ask("deck");
    if (this.game.engine.call("step", this.game.games, this.states, 0, move, this.out) < 0) return false;
    if (entry.mover === CHANCE) this.dealt[deck]!++;
    this.entries.push(entry);
    return true;
  }

  /** Make chance's moves until a seat is to move, if there is a dealer. */
  deal() {
    while (this.dealer.name !== "hand" && !this.over && this.mover === CHANCE) {
      const { move, outcome } = this.expectedDeal()!;
      this.push(move, this.dealer.name === "fair" ? outcome : null);
    }
  }

  /** The move that the dealer makes now, the number of its outcome and how many outcomes there are; null by hand. */
  expectedDeal(): { move: number; outcome: [number, number] } | null {
    const { engine } = this.game;
    const deck = this.ask("deck");
    const count = this.ask("deals");
    const n = this.dealt[deck]!;
    let chosen: number;
    if (this.dealer.name === "fair") {
      chosen = deal(bytesOf(this.dealer.key), engine.layout.streams[deck]!, n, count);
    } else if (this.dealer.name === "fast") {
      engine.words(this.dice)[3 * deck + 2] = BigInt(n);
      chosen = engine.call("below", this.dice, deck, count);
    } else return null;
    return { move: this.outcomeMove(chosen), outcome: [chosen, count] };
  }

  /** How many outcomes the next deal has. */
  outcomes(): number {
    return this.ask("deals");
  }

  /** The deal with the outcome `n`. */
  outcomeMove(n: number): number {
    return this.ask("nth_deal", n);
  }

  /** Go to where some entries lead, in place: to an earlier ply of this record, not before its origin, or of another. */
  follow(entries: Entry[]) {
    const last = this.entries.at(-1);
    if (last && entries[this.ply - 1] !== last) this.restart();
    for (const { move, outcome } of entries.slice(this.ply)) this.push(move, outcome);
    this.entries = [...entries];
  }

  /** One move as the record has it. */
  line({ mover, move, outcome }: Entry): string {
    const end = outcome ? ` ${outcome[0]}/${outcome[1]}` : "";
    return `${mover === CHANCE ? "=" : mover} ${this.game.text(move)}${end}`;
  }

  /** One move as a player who holds these seats may see it: complete once the game is over. */
  redactedLine(entry: Entry, seats: number[]): string {
    if (this.over) return this.line(entry);
    const { hidden_deals, phase_numbers } = this.game.engine.layout;
    if (!seats.includes(entry.seat)) {
      if (hidden_deals.includes(entry.phase)) return "= ?";
      const isFirst = entry.phase === phase_numbers.first_choice;
      if (isFirst && this.isChoosing) return `${entry.mover} keep ?`;
      if (isFirst || entry.phase === phase_numbers.choice) {
        const kept = this.game.move(entry.move).places!.length;
        return `${entry.mover} keep ${kept} ticket${kept > 1 ? "s" : ""}`;
      }
    }
    return this.line({ ...entry, outcome: null });
  }

  /** The whole record as text. */
  write(): string {
    const { dealer } = this;
    const secrets: string[] = [];
    if (dealer.name === "fast") secrets.push(`seed: ${dealer.seed}`);
    if (dealer.name === "fair") secrets.push(`key: ${dealer.key}`);
    if (dealer.name === "fair" && dealer.origin) {
      const { origin } = dealer;
      const bytes = "deal" in origin ? [] : origin.bytes;
      const added = bytes.flatMap((own, seat) => (own === null ? [] : [`bytes ${seat}: ${own}`]));
      secrets.push("deal" in origin ? `deal: ${origin.deal}` : `table: ${origin.table}`);
      secrets.push(`secret: ${origin.secret}`, ...added);
    }
    return textOf([...this.header(secrets), ...this.entries.map((entry) => this.line(entry))]);
  }

  /** The record as one seat, or SPECTATOR, may see it; complete once the game is over. */
  writeRedacted(seat: number): string {
    if (this.over) return this.write();
    const [format, ...header] = this.header([]);
    const told = `told: ${seat === SPECTATOR ? "spectator" : seat}`;
    const lines = this.entries.map((entry) => this.redactedLine(entry, [seat]));
    return textOf([format!, told, ...header, ...lines]);
  }

  private header(secrets: string[]): string[] {
    const { map, digest, seats } = this.game.data;
    return [
      `format: ${FORMAT}`,
      `map: ${map}`,
      `digest: ${digest}`,
      `seats: ${seats}`,
      `dealer: ${this.dealer.name}`,
      ...secrets,
      ...(this.first === null ? [] : [`first: ${this.first}`]),
      ...this.names.map((name, seat) => `name ${seat}: ${quote(name)}`),
      "",
    ];
  }
}

export const FORMAT = 1;

const textOf = (lines: string[]) => lines.join("\n") + "\n";

/** A text as Python's JSON writes it: ASCII only. */
export const quote = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Why a record can't be read: a reason with the line. */
export class BadRecord extends Error {
  constructor(readonly reason: Reason) {
    super(reason.code);
  }
}
