/** What a browser can prove about a finished game's deck. `whistlestop verify` also checks the rules. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { readLine } from "../lib/moves";

/** What the server said of the key while the table was open, and who sent which hash. */
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
  /** How many deals were looked at, and the line of the first that is not what the key says; 0 if all are. */
  deals: number;
  wrong: number;
}

// Not crypto.subtle: browsers offer it to https pages alone, and a table at home is plain http.
const ascii = (text: string) => new TextEncoder().encode(text);
const sign = (key: Uint8Array, text: string) => hmac(sha256, key, ascii(text));
const WORDS = [0, 8, 16, 24];
const MOST = 1n << 64n;

/** The bytes that hexadecimal digits stand for; none if they are not such digits, so that a check fails. */
function bytesOf(digits: string): Uint8Array {
  try {
    return hexToBytes(digits);
  } catch {
    return new Uint8Array();
  }
}

/** The fields of a record's header. */
export function readHeader(record: string): Map<string, string> {
  const head = record.split("\n\n", 1)[0]!;
  return new Map(
    head.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

/** Deal n of a deck by the fair dealer: which of so many outcomes comes. */
export function deal(key: Uint8Array, deck: string, n: number, count: number): number {
  const limit = MOST - (MOST % BigInt(count));
  for (let attempt = 0; ; attempt++) {
    const digest = new DataView(sign(key, `${deck} ${n}${attempt ? ` ${attempt}` : ""}`).buffer);
    for (const at of WORDS) {
      const word = digest.getBigUint64(at);
      if (word < limit) return Number(word % BigInt(count));
    }
  }
}

/** The line of the first deal that the key does not give, and how many deals there are. */
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
 * Check a whole record against what was promised before the deal.
 * `deckOf` names the deck of a card, a ticket or `first`; `own` are the bytes that this browser sent, by seat.
 */
export function prove(
  record: string,
  promised: Promised,
  deckOf: (what: string) => string,
  own: Map<number, string>,
): Proof {
  const header = readHeader(record);
  const said = (name: string) => header.get(name) ?? "";
  const seats = Number(said("seats"));
  const bytes = Array.from({ length: seats }, (_, seat) => header.get(`bytes ${seat}`) ?? null);
  const commitment = bytesToHex(sha256(ascii(`1 ${said("table")} ${said("secret")}`)));
  const message = [said("table"), said("digest"), seats, ...bytes.map((one) => one ?? "-")].join(" ");
  const key = bytesToHex(sign(bytesOf(said("secret")), message));
  const { deals, wrong } = checkDeals(record, bytesOf(said("key")), deckOf);
  const checks: Check[] = [
    { check: "commitment", holds: commitment === promised.commitment },
    {
      check: "hashes",
      holds: bytes.every((one, seat) => (one && bytesToHex(sha256(bytesOf(one)))) === (promised.hashes[seat] ?? null)),
    },
  ];
  if (own.size) checks.push({ check: "own", holds: [...own].every(([seat, sent]) => bytes[seat] === sent) });
  checks.push({ check: "key", holds: key === said("key") }, { check: "deals", holds: deals > 0 && wrong === 0 });
  return { checks, deals, wrong };
}
