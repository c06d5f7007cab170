/** Where the bots of this browser think: policies at once, searches in workers of their own. */
import { type Port, WorkerCalls } from "./calls";
import type { Game } from "./game";
import type { Library, Parts } from "./library";
import { type Found, newSeed, type Opinion, type Question, type Round, search, type Searcher, Thinker } from "./search";

/** Where bots think. A view is the bytes of a VIEW. */
export interface Thinking {
  /** The move of a level, and how many rollouts it made: none if it didn't search. */
  choose(game: Game, level: string, view: Uint8Array): Promise<{ move: number; rollouts: number }>;
  /** What a level that searches thinks of the moves, best first. */
  explain(game: Game, level: string, view: Uint8Array): Promise<Opinion[]>;
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
    private readonly count: number,
  ) {}

  async choose(game: Game, level: string, view: Uint8Array): Promise<{ move: number; rollouts: number }> {
    const { kind } = game.data.levels[level]!;
    if (kind === "policy")
      return { move: this.thinker(game).followPolicy({ level, view, seed: newSeed() }), rollouts: 0 };
    const opinions = await this.explain(game, level, view);
    return { move: opinions[0]!.move, rollouts: opinions.reduce((sum, { tried }) => sum + tried, 0) };
  }

  explain(game: Game, level: string, view: Uint8Array): Promise<Opinion[]> {
    const explain = async () => {
      const searchers = await this.searchers(game);
      const milliseconds = 1000 * game.data.levels[level]!.seconds;
      return search(game.engine, searchers, { level, view, seed: newSeed() }, { milliseconds });
    };
    const found = this.last.then(explain, explain);
    this.last = found;
    return found;
  }

  private thinker(game: Game): Thinker {
    const thinker = this.own.get(game) ?? new Thinker(game);
    this.own.set(game, thinker);
    return thinker;
  }

  /** The workers, thinking about a game; without workers, this one searches itself. */
  private async searchers(game: Game): Promise<Searcher[]> {
    const parts = await this.library.load();
    try {
      this.workers ??= Array.from({ length: this.count }, () => new WorkerSearcher(this.makeWorker(), parts));
      await Promise.all(this.workers.map((worker) => worker.prepare(game)));
      return this.workers;
    } catch {
      return [this.thinker(game)]; // an old browser lets no worker start another
    }
  }
}

/** A search worker. */
class WorkerSearcher implements Searcher {
  private readonly calls: WorkerCalls;
  /** The game that it thinks about. */
  private game = "";

  constructor(port: Port, parts: Parts) {
    this.calls = new WorkerCalls(port);
    this.calls.call("load", parts).catch(() => undefined); // the first search says that it can't be loaded
  }

  /** Have it think about a game. */
  async prepare({ data }: Game) {
    const game = `${data.digest} ${data.seats}`;
    if (this.game !== game) await this.calls.call("play", data);
    this.game = game;
  }

  begin(question: Question) {
    return this.calls.call("begin", question) as Promise<Found>;
  }

  search(round: Round) {
    return this.calls.call("search", round) as Promise<Found>;
  }
}
