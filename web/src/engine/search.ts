/** How bots decide: by a policy, or by a search that several searchers share. The loop of bots/search.py. */
import { fromBase64, type Game, type Level } from "./game";
import type { Engine, EngineArray, NetworkScratch, Scratch } from "./module";
import { type Learned, loadNetwork } from "./network";
import type { Decision } from "./review";

/** How good a bot thinks a move is. */
export interface Opinion {
  move: number;
  /** From 0 to 1: with a network the chance of winning, without one 1 means a game won by a large margin. */
  value: number;
  /** How many rollouts it is based on. */
  tried: number;
}

/** A decision to make: for a level, from the bytes of a view. */
export interface Question {
  level: string;
  view: Uint8Array;
  seed: bigint;
  /** Whether a move without an alternative is not tried. */
  hurries: boolean;
  /** How many guesses are tried before the clock is read. */
  batch: number;
}

/** The guesses that a searcher tries in one round. */
export interface Round {
  /** The candidates that are left, by their place before; null in the first round. */
  left: number[] | null;
  first: number;
  /** Every `step`-th batch of guesses from the first on is tried, */
  step: number;
  /** up to before this one, */
  end: number;
  /** and until this many milliseconds have passed. */
  milliseconds: number;
}

/** What a searcher has found: the bytes of its candidates, how many there are, and the guess to go on with. */
export interface Found {
  candidates: Uint8Array;
  count: number;
  next: number;
}

/** Searches its share of the guesses, or follows a network. */
export interface Searcher {
  follow(question: Question): Promise<number>;
  begin(question: Question): Promise<Found>;
  search(round: Round): Promise<Found>;
  review(decision: Decision): Promise<Uint8Array>;
}

/** A random seed of 48 bits. */
export const newSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0]! >> 16n;

/** Thinks in the memory of a game's engine. */
export class Thinker implements Searcher {
  private readonly facts: EngineArray;
  private readonly views: EngineArray;
  private readonly weights = new Map<string, EngineArray>();
  private readonly scratches = new Map<number, Scratch>();
  private readonly left: EngineArray;
  /** The network in memory, and the working memory of bots that use it. */
  private learned: Learned | null = null;
  private networkScratch: NetworkScratch | null = null;
  private question!: Question;
  private scratch!: Scratch | NetworkScratch;

  constructor(readonly game: Game) {
    const { engine, data } = game;
    this.facts = engine.records("FACTS");
    engine.bytes(this.facts).set(fromBase64(data.facts));
    this.views = engine.records("VIEW");
    this.left = engine.numbers(game.size("MOST"));
  }

  /** The move of a level that follows a policy. */
  followPolicy(question: Question): number {
    const scratch = this.emptyScratch(1);
    return this.game.engine.call("follow_policy", this.inputs(question), scratch, question.seed);
  }

  /** Whether it has the map's network. */
  get hasLearned(): boolean {
    return this.learned !== null;
  }

  /** Take the map's network from its file. */
  learn(file: Uint8Array) {
    this.learned = loadNetwork(this.game.engine, this.game.data.network!, file);
  }

  /** The move of a level that follows a network. */
  follow(question: Question): Promise<number> {
    const scratch = this.emptyNetworkScratch();
    const { learned = 0 } = this.level(question);
    return Promise.resolve(this.game.engine.call("follow_network", this.inputs(question), scratch, learned));
  }

  begin(question: Question): Promise<Found> {
    const { engine } = this.game;
    const { network, grows_tree } = this.level(question);
    this.question = question;
    this.scratch = network ? this.emptyNetworkScratch() : this.emptyScratch(grows_tree ? this.game.size("NODES") : 1);
    const inputs = this.inputs(question);
    if (network) engine.call("begin_network", inputs, this.scratch, question.seed, Number(question.hurries));
    else engine.call("begin", inputs, this.scratch, question.seed);
    return this.found(0);
  }

  search({ left, first, step, end, milliseconds }: Round): Promise<Found> {
    const { engine } = this.game;
    const { scratch, question } = this;
    const { batch, seed } = question;
    if (left) {
      engine.words(this.left).set(left.map(BigInt));
      engine.call("keep_candidates", scratch.candidates, this.left, left.length);
    }
    const inputs = this.inputs(question);
    const kernel = this.level(question).network ? "try_with_network" : "try_candidates";
    const until = performance.now() + milliseconds;
    let guess = first;
    while (guess < end) {
      engine.call(kernel, inputs, scratch, seed, guess, Math.min(guess + batch, end));
      guess += step * batch;
      if (performance.now() >= until) break;
    }
    return this.found(guess);
  }

  /** Try the move of a decision beside others: the bytes of TRIALS, the move that was made first. */
  review({ view, ply, move, rollouts }: Decision): Promise<Uint8Array> {
    const { engine, games, data } = this.game;
    const scratch = this.emptyNetworkScratch();
    engine.bytes(this.views).set(view);
    const weights = this.weightsOf("review", data.network!.weights);
    const inputs = [games, this.facts, weights, this.views, ...this.learned!.reviews];
    const seed = BigInt(ply) * BigInt(engine.layout.review.seed_step);
    const mark = engine.mark();
    const trials = engine.records("TRIALS");
    engine.call("try_choices", inputs, scratch, seed, move, rollouts, trials);
    const found = engine.bytes(trials).slice();
    engine.release(mark);
    return Promise.resolve(found);
  }

  private found(next: number): Promise<Found> {
    const { engine } = this.game;
    const { candidates } = this.scratch;
    const first = engine.bytes(candidates).slice(0, engine.layout.records.CANDIDATES!.size);
    return Promise.resolve({ candidates: first, count: engine.readOne(candidates, "count"), next });
  }

  private level({ level }: Question): Level {
    return this.game.data.levels[level]!;
  }

  private inputs(question: Question): EngineArray[] {
    const { engine, games } = this.game;
    engine.bytes(this.views).set(question.view);
    const network = this.level(question).network ? this.learned!.bots : [];
    const weights = this.weightsOf(question.level, this.level(question).weights);
    return [games, this.facts, weights, this.views, ...network];
  }

  /** Weights in memory, once for each use. */
  private weightsOf(use: string, rows: number[][]): EngineArray {
    const { engine } = this.game;
    const found = this.weights.get(use) ?? engine.records("WEIGHTS", rows.length);
    if (!this.weights.has(use)) engine.words(found).set(rows.flat().map(BigInt));
    this.weights.set(use, found);
    return found;
  }

  /** Working memory for a tree of `nodes` nodes, all zero. */
  private emptyScratch(nodes: number): Scratch {
    const found = this.scratches.get(nodes) ?? this.game.engine.scratch(nodes);
    this.scratches.set(nodes, found);
    this.game.engine.clear(...Object.values(found));
    return found;
  }

  /** Working memory for a bot with a network, all zero. */
  private emptyNetworkScratch(): NetworkScratch {
    const found = this.networkScratch ?? this.game.engine.networkScratch(this.game.data.network!.scratch);
    this.networkScratch = found;
    this.game.engine.clear(...Object.values(found));
    return found;
  }
}

/** How long a search takes: some milliseconds, or a number of rollouts, which makes it reproducible. */
export type Budget = { milliseconds: number } | { rollouts: number };

/**
 * Search by sequential halving: all candidates are tried equally often, then the better half, until one is left.
 * Returns an opinion on each, best first: those that stayed longest, then by value.
 */
export async function search(
  engine: Engine,
  searchers: Searcher[],
  question: Question,
  budget: Budget,
): Promise<Opinion[]> {
  let found = await Promise.all(searchers.map((searcher) => searcher.begin(question)));
  if (question.hurries && found[0]!.count === 1) return [onlyOpinion(engine, found[0]!)];
  const rounds = Math.max(1, 32 - Math.clz32(found[0]!.count - 1));
  const started = performance.now();
  const opinions: Opinion[] = [];
  let left: number[] | null = null;
  let guesses = 0;
  for (let n = 0; n < rounds; n++) {
    const count: number = left?.length ?? found[0]!.count;
    const more = "rollouts" in budget ? Math.max(1, Math.floor(budget.rollouts / (rounds * count))) : 0;
    const share = (k: number) => guesses + Math.floor((more * k) / searchers.length);
    const plan = (k: number): Round => {
      if ("rollouts" in budget) return { left, first: share(k), step: 1, end: share(k + 1), milliseconds: Infinity };
      const milliseconds = started + (budget.milliseconds * (n + 1)) / rounds - performance.now();
      const first = n ? found[k]!.next : k * question.batch;
      return { left, first, step: searchers.length, end: Infinity, milliseconds };
    };
    found = await Promise.all(searchers.map((searcher, k) => searcher.search(plan(k))));
    const ranked = rank(engine, found);
    opinions.unshift(...ranked.gone);
    left = ranked.left;
    guesses += more;
  }
  return opinions;
}

/** The opinion on a move that has no alternative. */
function onlyOpinion(engine: Engine, { candidates }: Found): Opinion {
  const mark = engine.mark();
  const all = engine.records("CANDIDATES");
  engine.bytes(all).set(candidates);
  const move = engine.readOne(all, "move");
  engine.release(mark);
  return { move, value: 0, tried: 0 };
}

/** Rank the candidates of all searchers: the places of those that are left, and opinions on those that are not. */
function rank(engine: Engine, found: Found[]): { left: number[]; gone: Opinion[] } {
  const mark = engine.mark();
  const all = engine.records("CANDIDATES", found.length);
  found.forEach(({ candidates }, k) => engine.bytes(all).set(candidates, k * candidates.length));
  const moves = engine.read(all, "move");
  const [order, tried] = [engine.numbers(moves.length), engine.numbers(moves.length)];
  const [values, leads] = [engine.floats(moves.length), engine.floats(moves.length)];
  const stay = engine.call("rank_candidates", all, order, tried, values, leads);
  const [places, counts, means] = [engine.read(order), engine.read(tried), [...engine.values(values)]];
  engine.release(mark);
  return {
    left: places.slice(0, stay),
    gone: places.slice(stay, found[0]!.count).map((n) => ({ move: moves[n]!, value: means[n]!, tried: counts[n]! })),
  };
}
