/** SHA-256 (FIPS 180-4): browsers offer theirs to https pages alone, and a table at home is plain http. */

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The digest of some bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  words.setUint32(padded.length - 4, message.length << 3);
  const h = START.slice();
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) {
        w[t] = words.getInt32(block + 4 * t);
        continue;
      }
      const x = w[t - 15]!;
      const y = w[t - 2]!;
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, i] = h as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t++) {
      const one = (i + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [i, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, i].forEach((x, n) => (h[n] = (h[n]! + x) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  h.forEach((x, n) => digest.setInt32(4 * n, x));
  return new Uint8Array(digest.buffer);
}

/** Bytes in hexadecimal. */
export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes that hexadecimal digits stand for. */
export const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const BLOCK = 64;

/** HMAC-SHA-256 (RFC 2104) of an ASCII text with a key of at most a block. */
export function hmac(key: Uint8Array, text: string): Uint8Array {
  const padded = (mask: number) => Uint8Array.from({ length: BLOCK }, (_, n) => (key[n] ?? 0) ^ mask);
  const inner = sha256(Uint8Array.from([...padded(0x36), ...new TextEncoder().encode(text)]));
  return sha256(Uint8Array.from([...padded(0x5c), ...inner]));
}
