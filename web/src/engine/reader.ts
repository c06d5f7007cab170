/** Reads records: every line is checked, and every deal is verified against the dealer. */
import type { Reason } from "../lib/api";
import { type DealOrigin, keyOf, type KeyOrigin } from "../lib/fairKey";
import type { Game } from "./game";
import { BadRecord, CHANCE, type Dealer, FORMAT, GameRecord, quote } from "./record";

const LARGEST = 8_000_000;
const SEED_LIMIT = 1n << 62n;
const MOST_SEATS = 5;
const SHOWN = 40;

/** Finds the game of a map and a number of seats; null if there is none. */
export type FindGame = (map: string, seats: number) => Promise<Game | null>;

/** Read a record, whose text comes from anywhere; BadRecord says what is wrong with it, and in which line. */
export async function readRecord(text: string, findGame: FindGame): Promise<GameRecord> {
  const { record, problem } = await readAsFar(text, findGame);
  if (problem) throw new BadRecord(problem);
  return record;
}

/** The moves of a record up to the first bad line, and what is wrong with that line. */
export interface Partial {
  record: GameRecord;
  problem: Reason | null;
}

/** Read a record as far as it goes; BadRecord if its header is bad, so that nothing can be read. */
export async function readAsFar(text: string, findGame: FindGame): Promise<Partial> {
  if (text.length > LARGEST) throw new BadRecord(reason("record_too_large", { size: text.length, most: LARGEST }));
  const reader = new Reader(text.split("\n"));
  const record = await reader.readHeader(findGame);
  try {
    reader.readMoves(record);
    return { record, problem: null };
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return { record, problem: error.reason };
  }
}

const reason = (code: string, parameters: Record<string, string | number>) => ({ code, parameters });
const shown = (text: string) => text.slice(0, SHOWN);
const who = (mover: number) => (mover === CHANCE ? "chance" : `seat ${mover}`);

class Reader {
  private at = 0;

  constructor(private readonly lines: string[]) {}

  private bad(code: string, parameters: Record<string, string | number> = {}): BadRecord {
    return new BadRecord(reason(code, { line: this.at + 1, ...parameters }));
  }

  /** Whether the current line is this field of the header. */
  private peek(name: string): boolean {
    return (this.lines[this.at] ?? "").startsWith(`${name}: `);
  }

  /** The value of the current line, which must be this field. If a check fails, the error is about this line. */
  private field(name: string, wanted: string, check: (value: string) => boolean): string {
    const line = this.lines[this.at] ?? "";
    if (!this.peek(name)) throw this.bad("record_header", { found: shown(line), wanted: name });
    const value = line.slice(name.length + 2);
    if (!check(value)) throw this.bad("record_field", { field: name, found: shown(value), wanted });
    this.at++;
    return value;
  }

  private number(name: string, least: bigint, most: bigint): bigint {
    const check = (value: string) =>
      /^(0|[1-9][0-9]{0,19})$/.test(value) && BigInt(value) >= least && BigInt(value) <= most;
    return BigInt(this.field(name, `${least} to ${most}`, check));
  }

  private digits(name: string, bytes: number): string {
    const pattern = new RegExp(`^[0-9a-f]{${2 * bytes}}$`);
    return this.field(name, `${2 * bytes} hex digits`, (value) => pattern.test(value));
  }

  async readHeader(findGame: FindGame): Promise<GameRecord> {
    const format = this.lines[0] ?? "";
    if (this.peek("format") && format !== `format: ${FORMAT}`)
      throw this.bad("record_format", { found: shown(format.slice(8)) });
    this.field("format", "", () => true);
    if (this.peek("told")) throw this.bad("record_told");
    const game = await this.readGame(findGame);
    const dealer = this.readDealer(game);
    const first = this.peek("first") ? Number(this.number("first", 0n, BigInt(game.seats - 1))) : null;
    const seats = Array.from({ length: game.seats }, (_, seat) => seat);
    const names = this.peek("name 0") ? seats.map((seat) => this.readName(seat)) : [];
    const line = this.lines[this.at];
    if (line !== "") throw this.bad("record_header", { found: shown(line ?? ""), wanted: "an empty line" });
    this.at++;
    return new GameRecord(game, dealer, first, names);
  }

  private async readGame(findGame: FindGame): Promise<Game> {
    const map = this.field("map", "", () => true);
    const digest = this.field("digest", "", () => true);
    const seats = Number(this.number("seats", 2n, BigInt(MOST_SEATS)));
    const game = await findGame(map, seats);
    if (game?.data.digest === digest) return game;
    this.at -= game ? 2 : 3;
    const problem = game ? "other_map" : "map_not_here";
    throw this.bad("record_map", { problem, map: shown(map), seats, wanted: shown(digest) });
  }

  private readDealer(game: Game): Dealer {
    const name = this.field("dealer", "fast, fair or hand", (value) => ["fast", "fair", "hand"].includes(value));
    if (name === "fast") return { name, seed: this.number("seed", 0n, SEED_LIMIT - 1n) };
    if (name !== "fair") return { name: "hand" };
    const key = this.digits("key", 32);
    return { name, key, origin: this.peek("table") || this.peek("deal") ? this.readOrigin(game, key) : null };
  }

  private readOrigin(game: Game, key: string): KeyOrigin | DealOrigin {
    const origin = this.peek("deal")
      ? { deal: this.identifier("deal"), secret: this.digits("secret", 32), seats: game.seats }
      : this.readTable(game);
    if (keyOf(origin, game.data.digest) !== key) throw this.bad("record_origin");
    return origin;
  }

  /** The id of a table or of a deal. */
  private identifier(name: string): string {
    return this.field(name, "letters, digits, _ and -", (value) => /^[A-Za-z0-9_-]{1,64}$/.test(value));
  }

  private readTable(game: Game): KeyOrigin {
    const table = this.identifier("table");
    const secret = this.digits("secret", 32);
    const bytes = Array.from({ length: game.seats }, (_, seat) =>
      this.peek(`bytes ${seat}`) ? this.digits(`bytes ${seat}`, 16) : null,
    );
    return { table, secret, bytes };
  }

  private readName(seat: number): string {
    return JSON.parse(this.field(`name ${seat}`, "text as JSON writes it", isQuoted)) as string;
  }

  readMoves(record: GameRecord) {
    const count = this.lines.length;
    for (; this.at < count - 1; this.at++) this.readMove(record, this.lines[this.at]!);
    if (this.lines.at(-1)) throw this.bad("record_ending", { line: count });
  }

  private readMove(record: GameRecord, text: string) {
    const [, by, words] = /^(=|[0-9]) (.+)$/.exec(text) ?? [];
    if (!by || !words) throw this.bad("record_line", { found: shown(text) });
    if (record.over) throw this.bad("record_over");
    const { mover, dealer } = record;
    const found = by === "=" ? CHANCE : Number(by);
    if (found !== mover) throw this.bad("record_mover", { found: who(found), mover: who(mover) });
    const isFair = mover === CHANCE && dealer.name === "fair";
    const [, dealt, n, of] = (isFair && /^(.+) (0|[1-9][0-9]{0,3})\/([1-9][0-9]{0,3})$/.exec(words)) || [];
    if (isFair && !dealt) throw this.bad("record_outcome", { outcome: "the end", move: shown(words), wanted: "57/96" });
    const outcome: [number, number] | null = isFair ? [Number(n), Number(of)] : null;
    const move = record.game.number(dealt ?? words);
    if (move === undefined) throw this.bad("record_line", { found: shown(text) });
    if (mover === CHANCE) this.checkDeal(record, move, outcome);
    if (!record.push(move, outcome)) throw this.bad("record_move", { problem: shown(words) });
  }

  /** Check that the outcome gives this deal, and that the dealer made it. */
  private checkDeal(record: GameRecord, move: number, outcome: [number, number] | null) {
    const { game } = record;
    if (outcome) {
      const count = record.outcomes();
      if (outcome[1] !== count || outcome[0] >= count || record.outcomeMove(outcome[0]) !== move) {
        const written = `${outcome[0]}/${outcome[1]}`;
        throw this.bad("record_outcome", { outcome: written, move: game.text(move), wanted: `0/${count}` });
      }
    }
    const expected = record.expectedDeal();
    if (expected && (expected.move !== move || (outcome && outcome[0] !== expected.outcome[0])))
      throw this.bad("record_deal", { wanted: game.text(expected.move), found: game.text(move) });
  }
}

/** Whether a text is a JSON string as Python writes it. */
function isQuoted(value: string): boolean {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === "string" && quote(text) === value;
  } catch {
    return false;
  }
}
