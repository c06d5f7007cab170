/** The random bytes that this browser adds to deals. It keeps them: a slow game may start days after they were made. */
import { storage } from "../storage";

const KEY = "whistlestop.bytes";
/** How many are kept, the newest ones. */
const MOST = 200;
/** The promise of a table with a seat there, and the bytes in hexadecimal. */
type Kept = [string, string];

const all = () => JSON.parse(storage.read(KEY) ?? "[]") as Kept[];
const name = (commitment: string, seat: number) => `${commitment}.${seat}`;

/** The bytes for a seat at the table that made a promise; null if this browser has none. */
export const keptBytes = (commitment: string, seat: number): string | null =>
  all().find(([one]) => one === name(commitment, seat))?.[1] ?? null;

export function keepBytes(commitment: string, seat: number, bytes: string) {
  storage.write(KEY, JSON.stringify([...all(), [name(commitment, seat), bytes]].slice(-MOST)));
}
