/** QR codes (ISO/IEC 18004) of short texts: bytes, versions 1 to 10, error correction of level M. */

/** For each version: bytes of error correction a block, then groups of (blocks, bytes of data a block). */
const BLOCKS: [number, ...[number, number][]][] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const LEVEL_M = 0;

const EXP: number[] = [];
for (let n = 0, x = 1; n < 255; n++) {
  EXP.push(x);
  x = x & 0x80 ? (x << 1) ^ 0x11d : x << 1;
}
const LOG = new Map(EXP.map((x, n) => [x, n]));
const times = (x: number, y: number) => (x && y ? EXP[(LOG.get(x)! + LOG.get(y)!) % 255]! : 0);

/** The bytes of error correction of a block (Reed-Solomon). */
function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let n = 0; n < count; n++) {
    const next = [...generator, 0];
    generator.forEach((x, at) => (next[at + 1]! ^= times(x, EXP[n]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let n = 0; n < data.length; n++) {
    const lead = rest[n]!;
    generator.forEach((x, at) => (rest[n + at]! ^= times(x, lead)));
  }
  return rest.slice(data.length);
}

/** A number followed by what is left when it is divided by a generator, as format and version are written. */
function guarded(value: number, generator: number, bits: number): number {
  let rest = value << bits;
  for (let n = 31 - Math.clz32(rest); n >= bits; n--) if ((rest >> n) & 1) rest ^= generator << (n - bits);
  return (value << bits) | rest;
}

/** The bytes that are drawn: data and correction of all blocks, interleaved. */
function codewords(text: string): { version: number; bytes: number[] } {
  const bytes = new TextEncoder().encode(text);
  const room = BLOCKS.map(([, ...groups]) => groups.reduce((sum, [count, size]) => sum + count * size, 0));
  const found = room.findIndex((size, n) => bytes.length + (n < 9 ? 2 : 3) <= size);
  if (found < 0) throw new RangeError("too long for a QR code of version 10");
  const written = [[4, 4], [bytes.length, found < 9 ? 8 : 16], ...Array.from(bytes, (byte) => [byte, 8]), [0, 4]]
    .map(([value, size]) => value!.toString(2).padStart(size!, "0"))
    .join("");
  const data = (written.slice(0, room[found]! * 8).match(/.{1,8}/g) ?? []).map((part) =>
    parseInt(part.padEnd(8, "0"), 2),
  );
  for (let n = 0; data.length < room[found]!; n++) data.push(n % 2 ? 0x11 : 0xec);
  const [count, ...groups] = BLOCKS[found]!;
  let at = 0;
  const blocks = groups.flatMap(([many, size]) => Array.from({ length: many }, () => data.slice(at, (at += size))));
  const corrections = blocks.map((block) => correction(block, count));
  const inTurn = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, n) =>
      rows.flatMap((row) => row.slice(n, n + 1)),
    ).flat();
  return { version: found + 1, bytes: [...inTurn(blocks), ...inTurn(corrections)] };
}

/** How hard a pattern is to read: the smaller the better. */
function penalty(rows: boolean[][]): number {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]!))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let n = 0; n + 11 <= size; n++) if (["10111010000", "00001011101"].includes(text.slice(n, n + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const same = rows[y]![x];
      if (rows[y - 1]![x] === same && rows[y]![x - 1] === same && rows[y - 1]![x - 1] === same) sum += 3;
    }
  const dark = rows.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}

/** A text as a QR code: rows of dark and light, without the quiet zone of four around it. */
export function qr(text: string): boolean[][] {
  const { version, bytes } = codewords(text);
  const size = 17 + 4 * version;
  const rows: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const put = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) rows[y]![x] = dark;
  };
  const ring = (cx: number, cy: number, reach: number, isDark: (far: number) => boolean) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) put(cx + x, cy + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(x, y, 4, (far) => far !== 2 && far !== 4);
  const aligned = ALIGNED[version - 1]!;
  const last = aligned.at(-1);
  for (const x of aligned)
    for (const y of aligned)
      if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)))
        ring(x, y, 2, (far) => far !== 1);
  for (let n = 8; n < size - 8; n++) {
    put(n, 6, n % 2 === 0);
    put(6, n, n % 2 === 0);
  }
  const writeFormat = (mask: number) => {
    const format = guarded((LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
    for (let n = 0; n < 15; n++) {
      const dark = ((format >> n) & 1) === 1;
      put(8, n < 6 ? n : n < 8 ? n + 1 : size - 15 + n, dark);
      put(n < 8 ? size - 1 - n : n === 8 ? 7 : 14 - n, 8, dark);
    }
    put(8, size - 8, true);
  };
  writeFormat(0);
  if (version >= 7) {
    const told = guarded(version, 0x1f25, 12);
    for (let n = 0; n < 18; n++) {
      const dark = ((told >> n) & 1) === 1;
      put(size - 11 + (n % 3), Math.floor(n / 3), dark);
      put(Math.floor(n / 3), size - 11 + (n % 3), dark);
    }
  }
  const free: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let n = 0; n < size; n++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - n : n;
        if (rows[y]![x] === null) free.push([x, y]);
      }
  }
  const tried = MASKS.map((mask, number) => {
    writeFormat(number);
    free.forEach(([x, y], n) => put(x, y, ((((bytes[n >> 3] ?? 0) >> (7 - (n & 7))) & 1) === 1) !== mask(x, y)));
    return rows.map((row) => row.map(Boolean));
  });
  const weights = tried.map(penalty);
  return tried[weights.indexOf(Math.min(...weights))]!;
}
