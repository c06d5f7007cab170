import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../src/", import.meta.url);
const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));

test.each(sheets)("%s has no line over 120 characters", (sheet) => {
  const lines = readFileSync(new URL(sheet, folder), "utf8").split("\n");
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
