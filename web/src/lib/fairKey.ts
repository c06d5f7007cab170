/** The fair dealer: how a table's key is made, and how it deals. docs/records.md has the formulas. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

// Not crypto.subtle: browsers offer it only on https pages, and a server at home uses plain http.
const ascii = (text: string) => new TextEncoder().encode(text);
const sign = (key: Uint8Array, text: string) => hmac(sha256, key, ascii(text));
const WORD_OFFSETS = [0, 8, 16, 24];
const WORD_RANGE = 1n << 64n;

/** Where a key comes from: a table's secret, and the bytes that each seat added, in hexadecimal; null for bots. */
export interface KeyOrigin {
  table: string;
  secret: string;
  bytes: (string | null)[];
}

/** A deal that was made beforehand and that several tables play; nobody adds bytes to its secret. */
export interface DealOrigin {
  deal: string;
  secret: string;
  seats: number;
}

/** The bytes of a hexadecimal text; empty if it isn't one, so that a check fails. */
export function bytesOf(digits: string): Uint8Array {
  try {
    return hexToBytes(digits);
  } catch {
    return new Uint8Array();
  }
}

/** What is published about the secret before anybody adds bytes, or plays the deal. */
export function commitmentOf(origin: KeyOrigin | DealOrigin): string {
  const what = "deal" in origin ? `deal ${origin.deal}` : origin.table;
  return bytesToHex(sha256(ascii(`1 ${what} ${origin.secret}`)));
}

/** What is published about a seat's bytes before the bytes themselves. */
export const hashOf = (digits: string) => bytesToHex(sha256(bytesOf(digits)));

/** The key for the map with a digest, in hexadecimal. */
export function keyOf(origin: KeyOrigin | DealOrigin, digest: string): string {
  const words =
    "deal" in origin
      ? ["deal", origin.deal, digest, origin.seats]
      : [origin.table, digest, origin.bytes.length, ...origin.bytes.map((added) => added ?? "-")];
  return bytesToHex(sign(bytesOf(origin.secret), words.join(" ")));
}

/** The outcome of the fair dealer's deal `n` of a deck, from 0 to `count` - 1. */
export function deal(key: Uint8Array, deck: string, n: number, count: number): number {
  const limit = WORD_RANGE - (WORD_RANGE % BigInt(count));
  for (let attempt = 0; ; attempt++) {
    const digest = new DataView(sign(key, `${deck} ${n}${attempt ? ` ${attempt}` : ""}`).buffer);
    for (const at of WORD_OFFSETS) {
      const word = digest.getBigUint64(at);
      if (word < limit) return Number(word % BigInt(count));
    }
  }
}

/** Random bytes in hexadecimal. */
export const randomDigits = (count: number) => bytesToHex(crypto.getRandomValues(new Uint8Array(count)));
