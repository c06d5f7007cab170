import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { qrPath } from "../../src/lib/qrPath";

/** The modules of the code that is drawn, as lines of 0 and 1, without the quiet zone of four around it. */
function drawn(text: string): string {
  const { size, path } = qrPath(text);
  const rows = Array.from({ length: size }, () => Array<number>(size).fill(0));
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[Number(y)]![Number(x)] = 1;
  const isQuiet = (n: number) => n < 4 || n >= size - 4;
  expect(rows.flatMap((row, y) => row.filter((_, x) => isQuiet(x) || isQuiet(y))).includes(1)).toBe(false);
  return rows
    .slice(4, -4)
    .map((row) => row.slice(4, -4).join(""))
    .join("\n");
}

test.each([
  // What the Python package qrcode 8.2 draws for these texts, with the same mask.
  [
    "https://play.example.org/t/Ab3_-Ab3_-Ab3_-Ab3_-xy",
    "a9262849378746a9d6406fdb323873f51629b8949900d401d796d667115124ef",
  ],
  ["y".repeat(213), "3bb4dc258df63cd72866923bcf69b2a163f017bd6dd5d9d77a92f7f81ad9c892"],
])("the QR code of %s is what another encoder draws", (text, digest) => {
  expect(createHash("sha256").update(drawn(text)).digest("hex")).toBe(digest);
});
