/** The reviews of this browser: each call goes on with one for a moment, so nothing is computed that nobody waits for. */
import type { RecordReport } from "../lib/api";
import { type Library, refuse } from "./library";
import { type Partial, readAsFar } from "./reader";
import { Review } from "./review";
import type { Thinking } from "./thinkers";

/** How many reviews are kept in memory. */
const KEPT = 3;
/** How many milliseconds a call works, once the quick look is there. */
const SLICE = 500;

interface Begun {
  review: Review;
  found: Partial;
  /** Whether its quick look was given to somebody. */
  isSeen: boolean;
  /** The search that is going on for it. */
  search: Promise<void> | null;
}

export class Reviews {
  private readonly begun = new Map<string, Promise<Begun>>();

  constructor(
    private readonly library: Library,
    private readonly thinking: Thinking,
  ) {}

  /** The report of a record as it is now, first the quick look; and what is wrong with the record. */
  async read(text: string): Promise<RecordReport> {
    const begun = await this.find(text);
    const { review, found } = begun;
    if (begun.isSeen) await (begun.search ??= this.goOn(begun).finally(() => (begun.search = null)));
    begun.isSeen = true;
    const { record, problem } = found;
    const why = problem ?? (record.over ? null : { code: "unfinished", parameters: {} });
    return { report: review.report(), ...(why ? { problem: { ...why, text: "" } } : {}) };
  }

  private find(text: string): Promise<Begun> {
    const found = this.begun.get(text) ?? this.begin(text);
    this.begun.delete(text);
    this.begun.set(text, found); // the last one in use is the last to go
    for (const oldest of [...this.begun.keys()].slice(0, -KEPT)) this.begun.delete(oldest);
    found.catch(() => this.begun.delete(text));
    return found;
  }

  private async begin(text: string): Promise<Begun> {
    const found = await readAsFar(text, (map, seats) => this.library.game(map, seats));
    const { network } = found.record.game.data;
    if (!network) throw refuse("no_report", { problem: "" });
    return {
      review: new Review(found.record, await this.library.network(network)),
      found,
      isSeen: false,
      search: null,
    };
  }

  /** Search decisions until some time is over. */
  private async goOn({ review, found }: Begun) {
    const end = performance.now() + SLICE;
    while (!review.isComplete && performance.now() < end) {
      const some = review.next(this.thinking.count);
      const decisions = some.map(({ decision }) => decision);
      const all = await this.thinking.review(found.record.game, decisions);
      for (const [k, { n }] of some.entries()) review.take(n, all[k]!);
    }
  }
}
