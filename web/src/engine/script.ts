/** The script of a lesson: what everybody does, and how far the learner has come. */
import type { Cue } from "../lib/api";
import type { LessonState } from "../lib/lesson";
import { refuse } from "./library";
import { CHANCE, type GameRecord } from "./record";

/** A script as it is kept with its table. */
export interface SavedScript {
  lesson: string;
  learner: number;
  /** The lines of the record, deals included. */
  moves: string[];
  cues: Pick<Cue, "ply" | "wait">[];
}

export class Script {
  /** How many cues the learner has read or followed. Those of the current ply come again after a reload. */
  private passed: number;

  constructor(
    private readonly saved: SavedScript,
    private readonly record: GameRecord,
  ) {
    this.passed = this.cuesBefore(this.ply);
  }

  /** Make the moves before the first cue, at once. */
  begin() {
    const start = this.saved.cues[0]?.ply ?? 0;
    while (this.record.ply < start) this.pushNext();
    this.deal();
  }

  /** The ply of the lesson. While all choose their first tickets, it is that of the learner's choice (C1). */
  private get ply(): number {
    const { record } = this;
    return record.isChoosing ? Math.max(record.ply, this.choiceOf(this.saved.learner)) : record.ply;
  }

  private cuesBefore(ply: number): number {
    return this.saved.cues.filter((cue) => cue.ply < ply).length;
  }

  /** The line of a seat's first choice: seats choose in order. */
  private choiceOf(seat: number): number {
    const start = this.saved.moves.findIndex((line) => line.startsWith("0 keep "));
    return start + seat;
  }

  /** The number of the first tickets that the lesson has a seat keep. */
  firstChoice(seat: number): number {
    return this.read(this.choiceOf(seat)).move;
  }

  private read(ply: number): { mover: number; move: number } {
    const [mover, ...words] = (this.saved.moves[ply] ?? "").split(" ");
    const move = this.record.game.number(words.join(" "));
    if (move === undefined) throw refuse("broken_lesson");
    return { mover: mover === "=" ? CHANCE : Number(mover), move };
  }

  private pushNext() {
    const { ply } = this.record;
    const { mover, move } = this.read(ply);
    if (mover !== this.record.mover || !this.record.push(move)) throw refuse("broken_lesson");
  }

  /** Make chance's moves until a seat is to move. */
  deal() {
    while (!this.isPlayedOut && !this.record.over && this.record.mover === CHANCE) this.pushNext();
    this.passed = Math.max(this.passed, this.cuesBefore(this.ply));
  }

  private get isPlayedOut(): boolean {
    return this.record.ply >= this.saved.moves.length;
  }

  /** Whether a cue waits to be read or followed. */
  private get isCued(): boolean {
    const cue = this.saved.cues[this.passed];
    return cue !== undefined && cue.ply <= this.ply;
  }

  /** The move to be made next, unless something is to be read first or there is none. */
  get next(): { seat: number; move: number } | null {
    if (this.isPlayedOut || (this.isCued && this.saved.cues[this.passed]!.wait === "next")) return null;
    const { mover, move } = this.read(this.ply);
    return { seat: mover, move };
  }

  /** The learner has read a cue. */
  pass(cue: number) {
    if (this.isCued && cue === this.passed && this.saved.cues[cue]!.wait === "next") this.passed++;
  }

  /** Refuse every move of the learner but the one that the lesson waits for. */
  check(seat: number, move: number | string) {
    const { next } = this;
    if (next?.seat !== seat || next.move !== move) throw refuse("lesson_move");
  }

  /** The learner's next moves, up to a deal or to the move of another seat. */
  private get learnersMoves(): string[] {
    if (this.next?.seat !== this.saved.learner) return [];
    const start = `${this.saved.learner} `;
    const rest = this.saved.moves.slice(this.ply);
    const end = rest.findIndex((line, n) => !line.startsWith(start) || (n > 0 && this.hasCue(this.ply + n)));
    return rest.slice(0, end < 0 ? rest.length : end).map((line) => line.slice(start.length));
  }

  private hasCue(ply: number): boolean {
    return this.saved.cues.some((cue) => cue.ply === ply);
  }

  get state(): LessonState {
    const { isCued, learnersMoves: moves } = this;
    return {
      lesson: this.saved.lesson,
      // Further moves of the learner belong to the last cue: "Draw two cards" are two moves.
      cue: isCued ? this.passed : moves.length ? this.passed - 1 : null,
      moves,
      done: this.isPlayedOut && !isCued,
    };
  }
}
