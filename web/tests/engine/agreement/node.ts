/** `node node.js FOLDER`: do what the lines of standard input ask, and answer each with a line of JSON. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import readline from "node:readline";
import { answer, type Question } from "./answer";

const folder = process.argv[2] ?? ".";

/** Seconds of processor time that this process has used. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const before = processorTime();
  const found = await answer(JSON.parse(line) as Question, (name) => readFile(path.join(folder, name)));
  console.log(JSON.stringify({ found, seconds: processorTime() - before }));
}
