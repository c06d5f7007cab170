import { expect, test } from "vitest";
import { Engine, type Layout } from "../../src/engine/module";

/**
 * A module with three kernels: `total` adds up an array of integers, `keep` writes a seed into one, `fail` traps.
 * It was made by `whistlestop.wasm` from a few lines of LLVM code.
 */
const MODULE =
  "AGFzbQEAAAABFQRgAn9/AX9gA39/fgBgAABgAX8BfwIvAgNlbnYPX19saW5lYXJfbWVtb3J5AgAAA2Vudg9fX3N0YWNrX3BvaW50ZXIDfwEDBQQAAQID" +
  "Bx4EBXRvdGFsAAAEa2VlcAABBGZhaWwAAgRkZWVwAAMK4gEEtwEDAn8BfgF/AkAgAUEBTg0AQQAPCyABQQNxIQICQAJAAkAgAUEETw0AQQAhA0IAIQQM" +
  "AQsgAUH8////B3EhBUEAIQNCACEEIAAhAQNAIAFBGGopAgAgAUEQaikCACABQQhqKQIAIAEpAgAgBHx8fHwhBCABQSBqIQEgBSADQQRqIgNHDQALIAJF" +
  "DQELIAAgA0EDdGohAQNAIAEpAgAgBHwhBCABQQhqIQEgAkF/aiICDQALCyAEpwsJACAAIAI3AgALAwAACxkBAX8jgICAgABBEGsiASAANgIIIAEoAggL";

const LAYOUT = {
  records: {
    STATE: { size: 32, fields: { phase: [0], cars: [8, 3] } },
    NODE: { size: 40, fields: { move: [0] } },
  },
  scratch: [
    { name: "states", record: "STATE", bytes: 32, shape: [2] },
    { name: "dice", record: null, bytes: 8, shape: [5, 3] },
    { name: "nodes", record: "NODE", bytes: 40, shape: [1] },
  ],
} as unknown as Layout;

function makeEngine(): Engine {
  return new Engine(new WebAssembly.Module(Buffer.from(MODULE, "base64")), LAYOUT);
}

test("an array is passed as its address and its shape", () => {
  const engine = makeEngine();
  const numbers = engine.numbers(5);
  engine.words(numbers).set([1n, 2n, 3n, 4n, 5n]);
  expect(engine.call("total", numbers)).toBe(15);
});

test("a seed keeps all its bits, and a kernel without a result gives 0", () => {
  const engine = makeEngine();
  const numbers = engine.numbers(1);
  expect(engine.call("keep", numbers, 2n ** 62n - 1n)).toBe(0);
  expect(engine.words(numbers)[0]).toBe(2n ** 62n - 1n);
});

test("fields of records are read and written by name", () => {
  const engine = makeEngine();
  const states = engine.records("STATE", 2);
  engine.write(states, "cars", [45, 44, 43], 1);
  engine.write(states, "phase", [-1], 1);
  expect(engine.read(states, "cars", 1)).toEqual([45, 44, 43]);
  expect(engine.readOne(states, "phase", 1)).toBe(-1);
  expect(engine.read(states)).toEqual([0, 0, 0, 0, -1, 45, 44, 43]);
  engine.clear(states);
  expect(engine.read(states, "cars", 1)).toEqual([0, 0, 0]);
});

test("what is not there is refused", () => {
  const engine = makeEngine();
  const states = engine.records("STATE");
  expect(() => engine.field(states, "ships")).toThrow("No ships");
  expect(() => engine.field(states, "phase", 1)).toThrow("No phase 1");
  expect(() => engine.field(engine.numbers(1), "phase")).toThrow("No record");
  expect(() => engine.records("BOAT")).toThrow("No record BOAT");
  expect(() => engine.call("sail")).toThrow("No kernel sail");
  expect(() => engine.call("total", 1)).toThrow("total takes 2 values, not 1");
});

test("memory grows, and what was written before stays", () => {
  const engine = makeEngine();
  const small = engine.numbers(2);
  engine.words(small).set([3n, 4n]);
  const before = engine.size;
  const large = engine.numbers(100_000);
  expect(engine.size).toBeGreaterThan(before);
  expect(engine.read(small)).toEqual([3, 4]);
  expect(engine.call("total", large)).toBe(0);
});

test("released memory is used again, and is empty", () => {
  const engine = makeEngine();
  const mark = engine.mark();
  engine.words(engine.numbers(4)).fill(9n);
  engine.release(mark);
  const again = engine.numbers(4);
  expect(again.at).toBe(mark);
  expect(engine.read(again)).toEqual([0, 0, 0, 0]);
});

test("the working memory of a bot has as many nodes as it is asked for", () => {
  const { states, dice, nodes } = makeEngine().scratch(7);
  expect(states.shape).toEqual([2]);
  expect(dice.shape).toEqual([5, 3]);
  expect(nodes).toMatchObject({ shape: [7], bytes: 280, record: "NODE" });
});

test("floats and short integers have their own sizes", () => {
  const engine = makeEngine();
  const floats = engine.floats(2);
  engine.values(floats).set([0.5, -1.25]);
  expect([...engine.values(floats)]).toEqual([0.5, -1.25]);
  expect(engine.shorts(3).bytes).toBe(12);
});

test("a kernel that fails throws", () => {
  expect(() => makeEngine().call("fail")).toThrow(WebAssembly.RuntimeError);
});
