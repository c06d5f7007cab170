import { expect, test } from "vitest";
import { CHOICES, drawEmblem, emblemNumber, partsOf } from "../../src/lib/emblem";

const ALL = Array.from({ length: 512 }, (_, n) => n);

test("every number is an emblem of its own, and the parts make the number", () => {
  expect(new Set(ALL.map((n) => JSON.stringify(drawEmblem(n)))).size).toBe(512);
  expect(ALL.map((n) => emblemNumber(partsOf(n)))).toEqual(ALL);
  expect(CHOICES).toEqual({ colour: 8, pattern: 8, figure: 8 });
});

/** The luminance of a colour, as WCAG defines it. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

test("the white figure can be seen on every colour", () => {
  for (const n of ALL) expect(1.05 / (luminance(drawEmblem(n).colour) + 0.05)).toBeGreaterThan(4.5);
});
