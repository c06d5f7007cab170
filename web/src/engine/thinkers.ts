/** Where the bots of this browser think: policies at once, searches and networks in workers of their own. */
import { type Port, WorkerCalls } from "./calls";
import type { Game } from "./game";
import type { Library, Parts } from "./library";
import type { Decision } from "./review";
import { type Found, newSeed, type Opinion, type Question, type Round, search, type Searcher, Thinker } from "./search";

/** Where bots think. A view is the bytes of a VIEW. */
export interface Thinking {
  /** Load what a level needs, which may fail; the others load it themselves, too. */
  prepare(game: Game, level: string): Promise<void>;
  /** The move of a level, and how many rollouts it made: none if it didn't search. */
  choose(game: Game, level: string, view: Uint8Array): Promise<{ move: number; rollouts: number }>;
  /** What a level that searches thinks of the moves, best first. */
  explain(game: Game, level: string, view: Uint8Array): Promise<Opinion[]>;
  /** How many decisions are reviewed at the same time. */
  readonly count: number;
  /** Try the moves of decisions: the bytes of TRIALS of each. */
  review(game: Game, decisions: Decision[]): Promise<Uint8Array[]>;
}

export class Thinkers implements Thinking {
  /** For policies, one for each game in memory. */
  private readonly own = new WeakMap<Game, Thinker>();
  private workers: WorkerSearcher[] | null = null;
  /** The last search; they wait for each other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly library: Library,
    private readonly makeWorker: () => Port,
    readonly count: number,
  ) {}

  async prepare(game: Game, level: string): Promise<void> {
    await this.network(game, level);
  }

  async choose(game: Game, level: string, view: Uint8Array): Promise<{ move: number; rollouts: number }> {
    const { kind, network } = game.data.levels[level]!;
    if (kind === "search") {
      const opinions = await this.search(game, this.question(game, level, view, true));
      return { move: opinions[0]!.move, rollouts: opinions.reduce((sum, { tried }) => sum + tried, 0) };
    }
    const question = this.question(game, level, view, true);
    const move = network ? await this.follow(game, question) : this.thinker(game).followPolicy(question);
    return { move, rollouts: 0 };
  }

  explain(game: Game, level: string, view: Uint8Array): Promise<Opinion[]> {
    return this.search(game, this.question(game, level, view, false));
  }

  async review(game: Game, decisions: Decision[]): Promise<Uint8Array[]> {
    const file = await this.library.network(game.data.network!);
    return this.inTurn(async () => {
      const searchers = await this.searchers(game, file);
      return Promise.all(decisions.map((decision, n) => searchers[n % searchers.length]!.review(decision)));
    });
  }

  private question(game: Game, level: string, view: Uint8Array, hurries: boolean): Question {
    const batch = game.data.levels[level]!.network ? game.size("BATCH") : 1;
    return { level, view, seed: newSeed(), hurries, batch };
  }

  /** The file of the network that a level needs; null if it needs none. */
  private async network(game: Game, level: string): Promise<Uint8Array | null> {
    const { network } = game.data;
    return network && game.data.levels[level]!.network ? this.library.network(network) : null;
  }

  private async follow(game: Game, question: Question): Promise<number> {
    const file = await this.network(game, question.level);
    return this.inTurn(async () => (await this.searchers(game, file))[0]!.follow(question));
  }

  private async search(game: Game, question: Question): Promise<Opinion[]> {
    const file = await this.network(game, question.level);
    const milliseconds = 1000 * game.data.levels[question.level]!.seconds!;
    return this.inTurn(async () => search(game.engine, await this.searchers(game, file), question, { milliseconds }));
  }

  /** Think once what was asked before has been thought through. */
  private inTurn<T>(think: () => Promise<T>): Promise<T> {
    const found = this.last.then(think, think);
    this.last = found;
    return found;
  }

  private thinker(game: Game): Thinker {
    const thinker = this.own.get(game) ?? new Thinker(game);
    this.own.set(game, thinker);
    return thinker;
  }

  /** The workers, thinking about a game; without workers, this one thinks itself. */
  private async searchers(game: Game, network: Uint8Array | null): Promise<Searcher[]> {
    const parts = await this.library.load();
    try {
      this.workers ??= Array.from({ length: this.count }, () => new WorkerSearcher(this.makeWorker(), parts));
      await Promise.all(this.workers.map((worker) => worker.prepare(game, network)));
      return this.workers;
    } catch {
      const thinker = this.thinker(game); // an old browser lets no worker start another
      if (network && !thinker.hasLearned) thinker.learn(network);
      return [thinker];
    }
  }
}

/** A search worker. */
class WorkerSearcher implements Searcher {
  private readonly calls: WorkerCalls;
  /** The game that it thinks about, and the network that it has. */
  private game = "";
  private network: Uint8Array | null = null;

  constructor(port: Port, parts: Parts) {
    this.calls = new WorkerCalls(port);
    this.calls.call("load", parts).catch(() => undefined); // the first search says that it can't be loaded
  }

  /** Have it think about a game, with its map's network if that is given. */
  async prepare({ data }: Game, network: Uint8Array | null) {
    const game = `${data.digest} ${data.seats}`;
    if (this.game !== game) {
      await this.calls.call("play", data);
      this.network = null;
    }
    this.game = game;
    if (network && this.network !== network) await this.calls.call("learn", network);
    this.network = network ?? this.network;
  }

  follow(question: Question) {
    return this.calls.call("follow", question) as Promise<number>;
  }

  begin(question: Question) {
    return this.calls.call("begin", question) as Promise<Found>;
  }

  search(round: Round) {
    return this.calls.call("search", round) as Promise<Found>;
  }

  review(decision: Decision) {
    return this.calls.call("review", decision) as Promise<Uint8Array>;
  }
}
