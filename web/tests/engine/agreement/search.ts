import type { Engine, EngineArray, Scratch } from "../../../src/engine/module";
export function search(
  engine: Engine,
  inputs: EngineArray[],
  scratch: Scratch,
  seed: bigint,
  rollouts: number,
): { move: number; value: number; tried: number }[] {
  engine.call("begin", inputs, scratch, seed);
  engine.call("try_candidates", inputs, scratch, seed, 0, rollouts);
  return [];
}
