/** The loop of `Search.opinions` in Python, with a budget of rollouts and one thread. */
import type { Engine, EngineArray, Scratch } from "../../../src/engine/module";

interface Opinion {
  move: number;
  value: number;
  tried: number;
}

/** Opinions on all candidates, best first. The working memory must be empty. */
export function search(
  engine: Engine,
  inputs: EngineArray[],
  scratch: Scratch,
  seed: bigint,
  rollouts: number,
): Opinion[] {
  const { candidates } = scratch;
  engine.call("begin", inputs, scratch, seed);
  const count = () => engine.readOne(candidates, "count");
  const rounds = Math.max(1, 32 - Math.clz32(count() - 1));
  let guesses = 0;
  let opinions: Opinion[] = [];
  for (let round = 0; round < rounds; round++) {
    const more = Math.max(1, Math.floor(rollouts / (rounds * count())));
    engine.call("try_candidates", inputs, scratch, seed, guesses, guesses + more);
    guesses += more;
    opinions = [...halve(engine, candidates), ...opinions];
  }
  return opinions;
}

/** Drop the worse half of the candidates: opinions on those dropped. */
function halve(engine: Engine, candidates: EngineArray): Opinion[] {
  const mark = engine.mark();
  const most = engine.layout.sizes.MOST ?? 0;
  const [order, tried] = [engine.numbers(most), engine.numbers(most)];
  const [values, leads] = [engine.floats(most), engine.floats(most)];
  const first = { ...candidates, shape: [1] };
  const kept = engine.call("rank_candidates", first, order, tried, values, leads);
  const gone = engine.read(order).slice(kept, engine.readOne(candidates, "count"));
  const [moves, counts, means] = [engine.read(candidates, "move"), engine.read(tried), [...engine.values(values)]];
  engine.call("keep_candidates", candidates, order, kept);
  engine.release(mark);
  return gone.map((n) => ({ move: moves[n] ?? NaN, value: means[n] ?? NaN, tried: counts[n] ?? NaN }));
}
