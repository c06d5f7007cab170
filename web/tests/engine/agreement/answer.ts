/** What tests and benchmarks ask of the engine, in Node and in a browser. */
import { CHECKS } from "./checks";
import { type Load, Table } from "./table";
import { WORK, type Work } from "./work";

export interface Question {
  /** The name of a check, or of a piece of work whose speed is measured; `open` only loads the game. */
  what: string;
  game: string;
  settings: Record<string, number>;
}

const work = new Map<string, Work>();

/** The digest that a check finds, or how much work was done. */
export async function answer({ what, game, settings }: Question, load: Load): Promise<string | number> {
  if (what === "open") return (await Table.open(game, load)).seats;
  const check = CHECKS[what];
  if (check) return check(await Table.open(game, load), settings);
  const make = WORK[what];
  if (!make) throw new RangeError(`Nobody knows what ${what} is.`);
  const key = `${what} ${game}`;
  const known = work.get(key) ?? make(await Table.open(game, load));
  work.set(key, known);
  return known(settings.amount ?? 1);
}
