/** One table in this browser: what may be done at it and what happens then, as a server's tables do. */
import type {
  EventKind,
  EventOf,
  MoveMade,
  Report,
  Seat,
  TableEvent,
  TableInfo,
  TrackStatus,
  View,
  Views,
} from "../lib/api";
import { commitmentOf, hashOf } from "../lib/fairKey";
import { Refused } from "../lib/refused";
import type { Delay } from "../lib/tables";
import { refuse } from "./library";
import { CHANCE, GameRecord, SPECTATOR } from "./record";
import { type SavedScript, Script } from "./script";
import { PERSON } from "./seats";
import { FORMAT, type SavedTable } from "./store";
import { Teller } from "./tell";
import { plyBeforeLastMove, plyToUndoTo } from "./undo";

/** Something that happened at a table; readers get it with what they may know. */
export interface LocalEvent {
  id: number;
  kind: EventKind;
  ply: number;
  at: number;
  body: Record<string, unknown>;
}

/** The fields of the table that events of each kind carry in `changes`, as a server's do. */
const CHANGED: Partial<Record<EventKind, (keyof TableInfo)[]>> = {
  started: ["state", "step", "ply", "seats", "fairness", "clock", "lesson"],
  sealed: ["clock"],
  moved: ["ply", "clock", "seats", "lesson"],
  undone: ["ply", "proposal", "clock"],
  rematch: ["rematch"],
  away: ["seats"],
  finished: ["state", "proposal", "clock", "fairness"],
  abandoned: ["state", "proposal", "clock", "fairness"],
};

export class LocalTable {
  /** What happened since the table was last kept. */
  events: LocalEvent[] = [];
  /** Another object whenever the game is at another position, or has ended. */
  position = {};
  /** For each seat, the position at which its bot began to think. */
  private readonly thinking = new Map<number, object>();
  /** Why bots have not begun to think, by seat, if it takes long. */
  readonly delays = new Map<number, Delay>();
  readonly teller: Teller;
  /** What everybody does, if the game is a lesson. */
  readonly script: Script | null;
  private readonly past: GameRecord;
  /** Of a variation: the game before it, as far as that has been shared. */
  private readonly before: GameRecord | null;

  constructor(
    private readonly saved: SavedTable,
    readonly record: GameRecord,
  ) {
    const { game, dealer, first, names, origin } = record;
    this.teller = new Teller(game);
    this.past = new GameRecord(game, dealer, first, names, origin);
    this.before = origin && new GameRecord(game, { name: "hand" }, first, names);
    this.script = saved.script ? new Script(saved.script, record) : null;
    this.followScript();
  }

  get info(): TableInfo {
    return this.saved.info;
  }

  /** The table as it is to be kept. */
  save(): SavedTable {
    return { ...this.saved, record: this.record.write(), movers: this.asked() };
  }

  get isPlaying(): boolean {
    return this.info.state === "playing";
  }

  private get sealed(): Record<number, string> {
    return this.saved.sealed;
  }

  /** The seats that are to move. */
  asked(): number[] {
    if (!this.isPlaying || this.record.over || this.record.mover === CHANCE) return [];
    if (!this.record.isChoosing) return [this.record.mover];
    return this.info.seats.map(({ seat }) => seat).filter((seat) => !(seat in this.sealed));
  }

  /** Note that a seat's bot thinks about this position; false if it does already. */
  startThinking(seat: number): boolean {
    if (this.thinking.get(seat) === this.position) return false;
    this.thinking.set(seat, this.position);
    return true;
  }

  // What readers get

  view(seat: number): View {
    const sealed = this.sealed[seat];
    const { game } = this.record;
    const view = this.teller.view(this.record, seat, this.asked(), sealed === undefined ? sealed : game.number(sealed));
    const { yours } = this.info;
    const isAsker = this.isPlaying && yours.includes(seat);
    const first = this.record.origin?.entries.length ?? 0;
    const canUndo = isAsker && !this.info.exercise && plyBeforeLastMove(this.record, seat, yours) >= first;
    return { ...view, can_undo: canUndo };
  }

  /** The views of some seats, or of a spectator if there are none, now or at an earlier ply. */
  views(seats: number[], ply = this.record.ply): Views {
    const viewers = seats.length ? seats : [SPECTATOR];
    const views = ply === this.record.ply ? viewers.map((seat) => this.view(seat)) : this.viewsThen(viewers, ply);
    return { seq: this.info.seq, ply, views };
  }

  private viewsThen(viewers: number[], ply: number): View[] {
    const then = this.at(ply);
    const { seats } = this.info;
    const movers = then.isChoosing ? seats.map(({ seat }) => seat).filter((seat) => seat >= then.mover) : [then.mover];
    return viewers.map((seat) => ({
      ...this.teller.view(then, seat, then.over ? [] : movers),
      can_undo: false,
    }));
  }

  /** The record as it was after `ply` moves; good until the next call. */
  at(ply: number): GameRecord {
    if (ply > this.record.ply) throw refuse("no_such_ply", { given: ply, most: this.record.ply });
    const { entries, origin } = this.record;
    const past = this.before && ply < origin!.entries.length ? this.before : this.past;
    past.follow(entries.slice(0, ply));
    return past;
  }

  /** The seats that a reader asks for: one that they name, or all of theirs. */
  viewers(seat?: number): number[] {
    if (seat === undefined) return this.info.yours;
    return seat === SPECTATOR ? [] : [this.ownSeat(seat)];
  }

  private ownSeat(seat: number): number {
    const { seats, yours } = this.info;
    if (!(seat in seats)) throw refuse("no_such_seat", { most: seats.length - 1 });
    if (!yours.includes(seat)) throw refuse("not_your_seat", { seat });
    return seat;
  }

  trackStatus(text: string, seat: number): TrackStatus {
    const [viewer = SPECTATOR] = this.viewers(seat);
    const track = this.record.game.track(text);
    if (track < 0) throw refuse("no_such_track", { track: text });
    this.teller.look(this.record, viewer, this.asked().includes(viewer));
    return this.teller.trackStatus(track);
  }

  /** What all seats saw at a ply of a game that is over. */
  openViews(ply: number): Views {
    this.needOver();
    const seats = this.info.seats.map(({ seat }) => seat);
    return { seq: this.info.seq, ply, views: this.viewsThen(seats, ply) };
  }

  /** The report that is kept with the table, if this version has made it. */
  keptReport(version: string): Report | null {
    return this.saved.report?.version === version ? this.saved.report.report : null;
  }

  keepReport(version: string, report: Report) {
    this.saved.report = { version, report };
  }

  needOver() {
    if (this.isPlaying) throw refuse("not_over");
  }

  /** The points for routes of all seats at each ply at which a track was claimed. */
  course(): { ply: number; course: { ply: number; points: number[] }[] } {
    const { ply: last } = this.record;
    const course: { ply: number; points: number[] }[] = [];
    for (let ply = 0; ply <= last; ply++) {
      const points = this.teller.routePoints(this.at(ply));
      if (points.some((one, seat) => one !== course.at(-1)?.points[seat])) course.push({ ply, points });
    }
    return { ply: last, course };
  }

  /** The record: during the game as a viewer may see it, complete once the table is closed. */
  recordText(seat?: number): string {
    const [viewer = SPECTATOR] = this.viewers(seat);
    return this.isPlaying ? this.record.writeRedacted(viewer) : this.record.write();
  }

  /** The view to give advice on at a ply, left in the teller; the seat that it is for. */
  lookForAdvice(ply: number): number {
    const then = this.at(ply);
    if (then.over || then.mover === CHANCE) throw refuse("nobody_decides", { ply });
    const [person, ...others] = this.info.yours;
    if (!this.isPlaying) {
      this.teller.look(then, then.mover, false);
      return then.mover;
    }
    if (person === undefined) throw refuse("not_seated");
    if (others.length) throw refuse("advice_among_people");
    if (person !== then.mover && !(then.isChoosing && person > then.mover))
      throw refuse("not_your_move", { seat: person });
    this.teller.look(then, person, true);
    return person;
  }

  // What happens

  /** Make a person's move at the ply they saw. */
  move(seat: number, ply: number, text: string): MoveMade {
    this.needPlaying();
    this.ownSeat(seat);
    if (this.info.seats[seat]!.resigned) throw refuse("bot_plays", { seat });
    if (ply !== this.record.ply)
      throw new Refused("stale", this.staleness(ply), null, [this.view(seat)], "", this.info.seq);
    const move = this.record.game.find(text) ?? text;
    this.script?.check(seat, move);
    this.makeMove(seat, move);
    return { seq: this.info.seq, ply: this.record.ply, seat, view: this.view(seat) };
  }

  /** Make a seat's move, or refuse a text that is none; first tickets are kept sealed until every seat has chosen. */
  makeMove(seat: number, move: number | string) {
    const { record, teller } = this;
    if (record.isChoosing ? seat in this.sealed : seat !== record.mover)
      throw refuse(record.isChoosing ? "chosen_already" : "not_your_move", { seat });
    if (typeof move === "string") throw refuse("illegal", { problem: "" }, unknownMove(move));
    const states = teller.look(record, seat, true);
    if (!teller.legal(states).includes(move)) throw refuse("illegal", { problem: "" }, teller.why(states, move));
    const start = record.ply;
    if (record.isChoosing) {
      this.sealed[seat] = record.game.text(move);
      if (this.script)
        for (const other of this.asked()) this.sealed[other] = record.game.text(this.script.firstChoice(other));
      if (this.asked().length) return this.publish("sealed", { seat });
      for (const one of this.info.seats) this.push(record.game.number(this.sealed[one.seat]!)!);
      this.saved.sealed = {};
    } else this.push(move);
    this.arrive("moved", { start });
    if (record.over) this.close("finished", { result: teller.result(record) });
  }

  private push(move: number) {
    this.record.push(move);
    this.record.deal();
    this.script?.deal();
  }

  /** Make the move of the lesson that is another seat's. */
  playScript() {
    const { next } = this.script!;
    if (next && !this.info.yours.includes(next.seat)) this.makeMove(next.seat, next.move);
  }

  /** The learner has read a cue. */
  passCue(cue: number): TableInfo {
    this.script?.pass(cue);
    this.followScript();
    return this.info;
  }

  private followScript() {
    if (this.script) this.info.lesson = this.script.state;
  }

  /** Count the rollouts of a move that a bot has searched. */
  countRollouts(seat: number, rollouts: number) {
    const sums = (this.saved.searched[seat] ??= { moves: 0, rollouts: 0 });
    sums.moves++;
    sums.rollouts += rollouts;
    this.info.seats[seat]!.rollouts = Math.round(sums.rollouts / sums.moves);
  }

  /** Deal the first cards. */
  start() {
    this.record.deal();
    this.script?.begin();
    if ((this.script || this.info.exercise) && this.record.isChoosing) this.seal();
    const { commitment, hashes, bytes } = this.info.fairness;
    this.arrive("started", { start: 0, commitment, hashes, bytes });
  }

  /** Go on with a game from elsewhere, or close its table if it is over, or nobody deals or plays. */
  takeOver() {
    const { record } = this;
    const goesOn = !record.over && record.dealer.name !== "hand" && this.info.yours.length > 0;
    if (goesOn && record.isChoosing) this.seal();
    this.start();
    if (record.over) this.close("finished", { result: this.teller.result(record) });
    else if (!goesOn) this.close("abandoned");
  }

  /** Take the first choices of some seats back out of the record, and keep them sealed until all have chosen (C1). */
  private seal() {
    const { entries, game } = this.record;
    const start = entries.findIndex(({ phase }) => phase === game.engine.layout.phase_numbers.first_choice);
    if (start < 0) return;
    for (const { mover, move } of entries.slice(start)) this.sealed[mover] = game.text(move);
    this.record.follow(entries.slice(0, start));
  }

  /** Undo a seat's last move, or end the game. Everybody who could object is in this browser, so it happens at once. */
  propose(seat: number, ply: number, kind: "undo" | "end"): TableInfo {
    this.needPlaying();
    this.ownSeat(seat);
    if (this.script) throw refuse("lesson_move");
    if (ply !== this.record.ply) throw refuse("stale", this.staleness(ply));
    if (kind === "end") this.close("abandoned");
    else {
      const back = plyToUndoTo(this.record, seat, this.info.yours);
      if (back < (this.record.origin?.entries.length ?? 0)) throw refuse("revealed");
      this.record.follow(this.record.entries.slice(0, back));
      this.arrive("undone");
    }
    return this.info;
  }

  /** Give a seat up for good: a bot plays on, or the game ends if nobody else plays. */
  resign(seat: number): TableInfo {
    this.needPlaying();
    const given = this.info.seats[this.ownSeat(seat)]!;
    if (given.resigned) throw refuse("resigned", { seat });
    this.position = {};
    this.info.seats = this.info.seats.map((one) => (one === given ? { ...one, away: true, resigned: true } : one));
    this.publish("away", { seat, why: "resigned" });
    if (this.info.seats.every(({ player, resigned }) => player === null || resigned)) this.close("abandoned");
    return this.info;
  }

  needPlaying() {
    if (!this.isPlaying) throw refuse("closed", { state: this.info.state });
  }

  setRematch(id: string) {
    this.info.rematch = id;
    this.publish("rematch", { again: id });
  }

  private staleness = (given: number) => ({ ply: this.record.ply, given });

  /** Publish that the game is at another position. */
  private arrive(kind: EventKind, body: LocalEvent["body"] = {}) {
    this.position = {};
    this.info.ply = this.record.ply;
    this.followScript();
    this.info.clock = { ...this.info.clock, began: Date.now() };
    this.publish(kind, body);
  }

  private close(state: "finished" | "abandoned", body: LocalEvent["body"] = {}) {
    this.position = {};
    this.info.state = state;
    this.info.fairness = fairness(this.record, true);
    const { commitment, secret, bytes } = this.info.fairness;
    this.publish(state, { commitment, secret, bytes, ...body });
  }

  private publish(kind: EventKind, body: LocalEvent["body"]) {
    const at = Date.now();
    this.info.touched = at;
    this.info.seq++;
    this.events.push({ id: this.info.seq, kind, ply: this.record.ply, at, body });
  }

  /** An event for a reader who may see the hands of some seats. */
  writeEvent({ id, kind, ply, at, body }: LocalEvent, shown: number[]): TableEvent {
    const { info, record } = this;
    const event: Record<string, unknown> = { table: info.id, id, kind, ply, at, ...body };
    event.changes = Object.fromEntries(CHANGED[kind]!.map((field) => [field, info[field]]));
    if (kind === "sealed") event.movers = this.asked();
    if ("start" in body)
      event.lines = record.entries.slice(body.start as number, ply).map((entry) => record.redactedLine(entry, shown));
    if ("start" in body || kind === "undone") event.views = this.views(shown).views;
    return event as unknown as TableEvent;
  }

  /** The table and its views, for a reader who may see the hands of some seats. */
  snapshot(shown: number[]): EventOf<"table"> {
    return { kind: "table", ...this.info, views: this.views(shown).views };
  }
}

const unknownMove = (text: string) => ({ code: "unknown_move", parameters: { move: text.slice(0, 80), hint: "" } });

/** What is public about the key: the secret once the game has ended. */
function fairness({ dealer, game }: GameRecord, isClosed: boolean): TableInfo["fairness"] {
  if (dealer.name !== "fair" || !dealer.origin) return { commitment: "" };
  const { origin } = dealer;
  const bytes = "deal" in origin ? Array.from({ length: game.data.seats }, () => null) : origin.bytes;
  const hashes = bytes.map((added) => added && hashOf(added));
  return { commitment: commitmentOf(origin), hashes, bytes, ...(isClosed ? { secret: origin.secret } : {}) };
}

/** A table for a record, not kept yet; a lesson has a script. */
export function newTable(id: string, record: GameRecord, seats: Seat[], script?: SavedScript): LocalTable {
  const now = Date.now();
  const info: TableInfo = {
    id,
    seq: 0,
    map: record.game.data.map,
    digest: record.game.data.digest,
    state: "playing",
    step: "done",
    ply: record.ply,
    seats,
    yours: seats.filter(({ player }) => player !== null).map(({ seat }) => seat),
    host: PERSON,
    listed: false,
    watchable: false,
    first: record.first,
    rated: false,
    clock: { kind: "none", seconds: 0, began: now },
    gone_after: 0,
    stand_in: "dispatcher",
    proposal: null,
    fairness: fairness(record, false),
    created: now,
    touched: now,
  };
  const saved: SavedTable = { id, format: FORMAT, info, record: "", sealed: {}, searched: {}, script };
  return new LocalTable(saved, record);
}
