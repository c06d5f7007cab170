/** Reviews a game: a quick look first, then one decision after another. The order of review/report.py. */
import type { Report } from "../lib/api";
import { fromBase64 } from "./game";
import type { Engine, EngineArray, NetworkScratch } from "./module";
import { loadNetwork } from "./network";
import { CHANCE, type GameRecord } from "./record";

/** A decision: what the seat knew, as the bytes of a VIEW, and its move, NOTHING for a hint. */
export interface Decision {
  view: Uint8Array;
  ply: number;
  move: number;
  rollouts: number;
}

/** In place of a seat, a move or a ticket: there is none. */
export const NOTHING = -1;

type Step = Report["steps"][number];

/** Write to a step what was found of its decision. */
export function gradeStep(engine: Engine, trials: Uint8Array, steps: EngineArray, n: number) {
  const mark = engine.mark();
  const found = engine.records("TRIALS");
  engine.bytes(found).set(trials);
  engine.call("grade", found, steps, n);
  engine.release(mark);
}

/** The moves that were tried at a step, best first. */
export function readChoices(engine: Engine, steps: EngineArray, n: number) {
  const { unit } = engine.layout.review;
  const fields = ["choice_move", "choice_chance", "choice_low", "choice_high", "choice_tried"];
  const [moves, chances, lows, highs, tried] = fields.map((field) => engine.read(steps, field, n));
  return Array.from({ length: engine.readOne(steps, "choices", n) }, (_, k) => ({
    move: moves![k]!,
    chance: chances![k]! / unit,
    low: lows![k]! / unit,
    high: highs![k]! / unit,
    tried: tried![k]!,
  }));
}

export class Review {
  private readonly states: EngineArray;
  private readonly steps: EngineArray;
  private readonly views: EngineArray;
  private readonly scratch: NetworkScratch;
  private readonly inputs: EngineArray[];
  /** The steps that are still to be searched, the move that the network finds least likely first. */
  private readonly waiting: number[];
  private readonly toSearch: number;

  /** Look at a game whose map has a network, with the file of that network. The record is at its end. */
  constructor(
    private readonly record: GameRecord,
    network: Uint8Array,
  ) {
    const { engine, games, data } = record.game;
    const { weights, mixture, scratch } = data.network!;
    this.views = engine.records("VIEW");
    this.scratch = engine.networkScratch(scratch);
    const facts = engine.records("FACTS");
    engine.bytes(facts).set(fromBase64(data.facts));
    const rows = engine.records("WEIGHTS", weights.length);
    engine.words(rows).set(weights.flat().map(BigInt));
    this.inputs = [games, facts, rows, this.views, ...loadNetwork(engine, data.network!, network).reviews];
    const decisions = record.entries.filter(({ mover }) => mover !== CHANCE).length;
    this.states = engine.records("STATE", decisions + 2);
    this.steps = engine.records("STEP", decisions + 1);
    this.listSteps();
    this.look(mixture);
    this.waiting = this.ungraded();
    this.toSearch = this.waiting.length;
  }

  get isComplete(): boolean {
    return !this.waiting.length;
  }

  /** The next decisions to search, at most so many. */
  next(most: number): { n: number; decision: Decision }[] {
    const { engine, games } = this.record.game;
    return this.waiting.slice(0, most).map((n) => {
      engine.call("view", games, this.states, n - 1, this.read(n, "seat"), this.views, 0);
      const view = engine.bytes(this.views).slice();
      const { rollouts } = engine.layout.review;
      return { n, decision: { view, ply: this.read(n, "ply"), move: this.read(n, "move"), rollouts } };
    });
  }

  /** Take what the search of a step has found: the bytes of TRIALS. */
  take(n: number, trials: Uint8Array) {
    gradeStep(this.record.game.engine, trials, this.steps, n);
    this.waiting.splice(this.waiting.indexOf(n), 1);
  }

  /** What is known now. */
  report(): Report {
    const { game, over } = this.record;
    const { engine, games, data, seats } = game;
    const { format, rollouts, turning_points, grades, luck } = engine.layout.review;
    const mark = engine.mark();
    const summaries = engine.records("SEAT_SUMMARY", seats);
    engine.call("sum_up", games, this.steps, summaries);
    const turning = engine.records("TURNING_POINT", turning_points * seats);
    const memory = [engine.records("SCORE_SHEET"), engine.records("TICKET_PATHS")];
    const numbers = ["WORDS", "SCRATCH", "MOVES"].map((name) => engine.numbers(game.size(name)));
    const arrays = [this.states, this.steps, turning, this.views, ...memory, ...numbers];
    engine.call("find_turning_points", games, ...arrays);
    const part = (array: EngineArray, field: string, n: number) => this.part(engine.readOne(array, field, n));
    const summary = Array.from({ length: seats }, (_, seat) => {
      const by = engine.read(summaries, "luck_by", seat);
      const counts = engine.read(summaries, "grades", seat);
      const accuracy = engine.readOne(summaries, "accuracy", seat);
      const named = grades.flatMap((name, n) => (name ? [[name, counts[n]!] as const] : []));
      return {
        seat,
        start: part(summaries, "start", seat),
        skill: part(summaries, "skill", seat),
        opponents: part(summaries, "opponents", seat),
        luck: part(summaries, "luck", seat),
        luck_by: Object.fromEntries(luck.map((name, n) => [name, this.part(by[n]!)])),
        result: part(summaries, "result", seat),
        accuracy: accuracy === NOTHING ? null : accuracy,
        grades: Object.fromEntries(named),
      } as unknown as Report["summary"][number];
    });
    const points = Array.from({ length: turning_points * seats }, (_, n) => this.turningPoint(turning, n));
    engine.release(mark);
    return {
      format,
      map: data.map,
      digest: data.digest,
      seats,
      over,
      rollouts,
      complete: this.isComplete,
      searched: this.toSearch - this.waiting.length,
      to_search: this.toSearch,
      steps: Array.from({ length: this.steps.shape[0]! }, (_, n) => this.step(n)),
      summary,
      turning_points: points.filter((point) => point !== null),
    };
  }

  /** The state before each decision and at the end, with room for one more; and the steps with their moves. */
  private listSteps() {
    const { record } = this;
    const { engine } = record.game;
    const { entries } = record;
    const write = (n: number, values: Record<string, number>) => {
      for (const [field, value] of Object.entries(values)) engine.write(this.steps, field, [value], n);
    };
    const copyState = (n: number) => {
      const bytes = engine.bytes(record.states);
      engine.bytes(this.states).set(bytes, n * bytes.length);
    };
    write(0, { ply: NOTHING, move: NOTHING, seat: NOTHING, better: NOTHING });
    let n = 0;
    for (const [ply, { mover, move }] of entries.entries()) {
      if (mover === CHANCE) continue;
      record.follow(entries.slice(0, ply));
      copyState(n++);
      write(n, { ply, move, seat: NOTHING, better: NOTHING });
    }
    record.follow(entries);
    copyState(n);
  }

  /** The quick look: the open chances after every step, and what the network says of each decision. */
  private look(mixture: number[]) {
    const { engine } = this.record.game;
    const mark = engine.mark();
    const mixtures = engine.floats(mixture.length);
    engine.values(mixtures).set(mixture);
    for (let i = 0; i < this.steps.shape[0]!; i++)
      engine.call("survey", this.inputs, this.scratch, mixtures, this.states, i, this.steps);
    engine.release(mark);
  }

  private ungraded(): number[] {
    const numbers = Array.from({ length: this.steps.shape[0]! - 1 }, (_, n) => n + 1);
    const found = numbers.filter((n) => this.read(n, "grade") === 0);
    return found.sort((a, b) => this.read(a, "likely") - this.read(b, "likely") || a - b);
  }

  private read(n: number, field: string): number {
    return this.record.game.engine.readOne(this.steps, field, n);
  }

  private part = (number: number) => number / this.record.game.engine.layout.review.unit;

  private moveText = (move: number) => (move === NOTHING ? null : this.record.game.text(move));

  private step(n: number): Step {
    const { engine, seats } = this.record.game;
    const { grades, luck } = engine.layout.review;
    const read = (field: string) => this.read(n, field);
    const row = (field: string) => engine.read(this.steps, field, n);
    const parts = (field: string) => row(field).slice(0, seats).map(this.part);
    const grade = grades[read("grade")] ?? null;
    const ifGraded = (field: string) => (grade === null ? null : this.part(read(field)));
    return {
      ply: n ? read("ply") : null,
      turn: read("turn"),
      seat: n ? read("seat") : null,
      move: this.moveText(read("move")),
      own: n ? this.part(read("own")) : null,
      open: parts("open"),
      grade: grade as Step["grade"],
      loss: ifGraded("loss"),
      low: ifGraded("low"),
      high: ifGraded("high"),
      better: this.moveText(read("better")),
      choices: readChoices(engine, this.steps, n).map(({ move, ...found }) => ({
        move: this.moveText(move)!,
        ...found,
      })),
      skill: parts("skill"),
      opponents: parts("opponents"),
      luck: parts("luck"),
      luck_kind: luck[read("luck_kind")] as Step["luck_kind"],
    };
  }

  private turningPoint(turning: EngineArray, n: number): Report["turning_points"][number] | null {
    const { engine, data } = this.record.game;
    const read = (field: string) => engine.readOne(turning, field, n);
    if (read("step") === NOTHING) return null;
    const [code, kinds] = engine.layout.review.codes[read("code")]!;
    const numbers = engine.read(turning, "parameters", n);
    const texts: Record<string, (number: number) => string | null> = {
      track: (number) => data.tracks[number]!.track,
      ticket: (number) => data.tickets[number]!,
      move: this.moveText,
    };
    const parameters = kinds.map(([name, kind], k) => [name, texts[kind]?.(numbers[k]!) ?? numbers[k]!] as const);
    return {
      step: read("step"),
      seat: read("seat"),
      code,
      parameters: Object.fromEntries(parameters),
      change: this.part(read("change")),
    };
  }
}
