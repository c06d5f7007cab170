/** Checks that a finished game's deals follow from its key. `whistlestop verify` also checks the rules. */
import { bytesOf, commitmentOf, deal, hashOf, keyOf } from "../lib/fairKey";
import { readLine } from "../lib/moves";

/** What was published before the deal: the server's commitment, and the hash that each seat sent. */
export interface Promised {
  commitment: string;
  hashes: (string | null)[];
}

export interface Check {
  check: "commitment" | "hashes" | "own" | "key" | "deals";
  holds: boolean;
}

export interface Proof {
  checks: Check[];
  /** How many deals were checked, and the line of the first that doesn't follow from the key; 0 if all do. */
  deals: number;
  wrong: number;
}

/** The fields of a record's header. */
export function readHeader(record: string): Map<string, string> {
  const head = record.split("\n\n", 1)[0]!;
  return new Map(
    head.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

/** Count the deals, and find the line of the first that doesn't follow from the key. */
function checkDeals(
  record: string,
  key: Uint8Array,
  deckOf: (what: string) => string,
): { deals: number; wrong: number } {
  const dealt = new Map<string, number>();
  let deals = 0;
  for (const [at, text] of record.split("\n").entries()) {
    if (!text.startsWith("=")) continue;
    const line = readLine(text);
    // A deal that is hidden, or that lacks its outcome, proves nothing.
    if (line?.seat !== null || !line.dealt || !line.outcome) return { deals, wrong: at + 1 };
    const [outcome, count] = line.outcome;
    const deck = deckOf(line.dealt);
    const n = dealt.get(deck) ?? 0;
    dealt.set(deck, n + 1);
    deals++;
    if (count < 1 || deal(key, deck, n, count) !== outcome) return { deals, wrong: at + 1 };
  }
  return { deals, wrong: 0 };
}

/**
 * Check a complete record against what was published before the deal.
 * `deckOf` names the deck of a card, a ticket or `first`; `own` holds the bytes that this browser sent, by seat.
 */
export function prove(
  record: string,
  promised: Promised,
  deckOf: (what: string) => string,
  own: Map<number, string>,
): Proof {
  const header = readHeader(record);
  const field = (name: string) => header.get(name) ?? "";
  const seats = Number(field("seats"));
  const bytes = Array.from({ length: seats }, (_, seat) => header.get(`bytes ${seat}`) ?? null);
  const secret = field("secret");
  const deal = header.get("deal");
  const origin = deal === undefined ? { table: field("table"), secret, bytes } : { deal, secret, seats };
  const { deals, wrong } = checkDeals(record, bytesOf(field("key")), deckOf);
  const checks: Check[] = [{ check: "commitment", holds: commitmentOf(origin) === promised.commitment }];
  if (deal === undefined)
    checks.push({
      check: "hashes",
      holds: bytes.every((sent, seat) => (sent && hashOf(sent)) === (promised.hashes[seat] ?? null)),
    });
  if (own.size) checks.push({ check: "own", holds: [...own].every(([seat, sent]) => bytes[seat] === sent) });
  checks.push(
    { check: "key", holds: keyOf(origin, field("digest")) === field("key") },
    { check: "deals", holds: deals > 0 && wrong === 0 },
  );
  return { checks, deals, wrong };
}
