/** The tables in this browser: they answer what a server's tables answer, and bots play at them. */
import type { Advice, Lesson, NewTable, RecordReport, Report, TableInfo } from "../lib/api";
import type { Exercise, Variation } from "../lib/exercises";
import { keyOf, randomDigits } from "../lib/fairKey";
import { Refused } from "../lib/refused";
import type { BrowserTables, Delay, Listener, RecordSummary } from "../lib/tables";
import { newExercise, newVariation } from "./exercise";
import { fromBase64, type Game } from "./game";
import { advise } from "./hints";
import { LESSON_LEVEL, newLesson } from "./lesson";
import { type Library, refuse } from "./library";
import { LocalTable, newTable } from "./localTable";
import { type Partial, readAsFar, readRecord } from "./reader";
import { BadRecord, CHANCE, type Dealer, GameRecord } from "./record";
import { Reviews } from "./reviews";
import { ID, leaveSeats, newId, takeSeats, YOU } from "./seats";
import { FORMAT, type Store } from "./store";
import type { Thinking } from "./thinkers";

const SECRET_BYTES = 32;
const OWN_BYTES = 16;
/** How many tables stay in memory that nobody listens to. */
const UNHEARD = 4;
/** After how many milliseconds readers are told that a bot still waits for its network, and when it is asked for again. */
const SLOW = 2000;
const RETRY_DELAY = 3000;

/** Tells other tabs of this browser which tables have changed. */
export type OtherTabs = Pick<BroadcastChannel, "postMessage" | "onmessage">;

/** Somebody who listens to a table; behind a curtain they get no hands. */
interface Reader {
  curtain: boolean;
  listener: Listener;
}

export class LocalTables implements BrowserTables {
  private readonly opened = new Map<string, Promise<LocalTable>>();
  private readonly readers = new Map<string, Set<Reader>>();
  /** For each table, the last of its changes, which are made one after another. */
  private readonly changes = new Map<string, Promise<unknown>>();
  private readonly reviews: Reviews;

  constructor(
    private readonly openStore: () => Promise<Store>,
    private readonly library: Library,
    private readonly thinking: Thinking,
    private readonly otherTabs: OtherTabs | null = null,
    /** How long bots wait, as a share of their level's pace. */
    private pace = 1,
  ) {
    this.reviews = new Reviews(library, thinking);
    if (otherTabs) otherTabs.onmessage = ({ data }: MessageEvent<string>) => void this.reopen(data);
  }

  // Tables

  async makeTable(options: NewTable, name: string): Promise<TableInfo> {
    const { map, seats, first = null, names: own = [] } = options;
    const store = await this.openStore(); // if nothing can be kept, no game begins
    const game = await this.findGame(map, seats.length);
    if (first !== null && !(first in seats)) throw refuse("no_such_seat", { most: seats.length - 1 });
    const taken = takeSeats(game, seats, (seat) => own[seat]?.trim() || name);
    const id = newId();
    const bytes = seats.map((seat) => (seat === YOU ? randomDigits(OWN_BYTES) : null));
    const origin = { table: id, secret: randomDigits(SECRET_BYTES), bytes };
    const dealer: Dealer = { name: "fair", key: keyOf(origin, game.data.digest), origin };
    const names = taken.map((seat) => seat.name);
    const table = newTable(id, new GameRecord(game, dealer, first, names), taken);
    table.start();
    return this.add(store, table);
  }

  async openLesson(lesson: Lesson, name: string): Promise<TableInfo> {
    const store = await this.openStore();
    const { map, moves } = lesson;
    const kept = (await store.all()).find(({ info, script }) => script?.lesson === lesson.lesson && info.map === map);
    const canResume = kept?.script!.moves.join() === moves.join() && !kept.info.lesson?.done;
    if (kept && canResume) return this.readTable(kept.id);
    if (kept) await this.forget(kept.id);
    const table = newLesson(await this.findGame(map, lesson.seats), lesson, name);
    table.start();
    return this.add(store, table);
  }

  async passCue(id: string, cue: number): Promise<TableInfo> {
    const info = await this.change(id, (table) => table.passCue(cue));
    const table = await this.open(id);
    if (info.lesson?.done) await (await this.openStore()).save(table.save(), info.seq); // it isn't resumed any more
    this.letBotsPlay(table);
    return info;
  }

  async openExercise({ map, seats, position }: Exercise, name: string): Promise<TableInfo> {
    const game = await this.findGame(map, seats);
    const found = "record" in position ? await this.readForeign(position.record) : null;
    return this.show(newExercise(found?.record.game ?? game, position, found?.record ?? null, name));
  }

  async openVariation(variation: Variation, name: string): Promise<TableInfo> {
    const { record } = await this.readForeign(variation.record);
    return this.show(newVariation(record, variation, name));
  }

  /** Start a table that isn't kept. */
  private show(table: LocalTable): TableInfo {
    table.start();
    table.events = [];
    this.opened.set(table.info.id, Promise.resolve(table));
    this.letBotsPlay(table);
    return table.info;
  }

  async ownTables(): Promise<TableInfo[]> {
    const tables = await (await this.openStore()).all();
    return tables.map(({ info, movers = [] }) => ({ ...info, movers })).sort((p, q) => q.touched - p.touched);
  }

  async rematch(id: string): Promise<TableInfo> {
    const { info } = await this.open(id);
    if (info.rematch && (await (await this.openStore()).read(info.rematch))) return this.readTable(info.rematch);
    if (info.state === "playing") throw refuse("begun");
    const [you] = info.yours;
    if (you === undefined) throw refuse("not_seated");
    const seats = info.seats.map((seat) => (seat.player ? YOU : (seat.bot ?? LESSON_LEVEL)));
    const names = info.seats.map(({ player, name }) => (player ? name : ""));
    const made = await this.makeTable({ map: info.map, seats, names, first: info.first }, info.seats[you]!.name);
    await this.change(id, (table) => table.setRematch(made.id));
    return made;
  }

  async forget(id: string): Promise<void> {
    await (await this.openStore()).remove(id);
    this.opened.delete(id);
    this.otherTabs?.postMessage(id);
  }

  async brokenGames() {
    return (await this.openStore()).allBroken();
  }

  // One table

  readTable(id: string) {
    return this.read(id, (table) => table.info);
  }

  readView(id: string, seat: number) {
    return this.read(id, (table) => table.views(table.viewers(seat)));
  }

  readViews(id: string, ply: number, open = false) {
    return this.read(id, (table) => (open ? table.openViews(ply) : table.views(table.viewers(), ply)));
  }

  readTrackStatus(id: string, track: string, seat: number) {
    return this.read(id, (table) => table.trackStatus(track, seat));
  }

  readCourse(id: string) {
    return this.read(id, (table) => table.course());
  }

  async readReport(id: string): Promise<Report> {
    const table = await this.open(id);
    table.needOver();
    const { version } = this.library;
    const kept = table.keptReport(version);
    if (kept) return kept;
    const { report } = await this.reviewRecord(table.record.write());
    if (report.complete) {
      table.keepReport(version, report);
      await (await this.openStore()).save(table.save(), table.info.seq); // if another tab is faster, it is computed again
    }
    return report;
  }

  async reviewRecord(record: string): Promise<RecordReport> {
    return asRefusal(() => this.reviews.read(record));
  }

  readRecord(id: string, seat?: number) {
    return this.read(id, (table) => table.recordText(seat));
  }

  exportRecord(id: string) {
    return this.read(id, (table) => table.record.write());
  }

  move(id: string, seat: number, ply: number, text: string) {
    return this.change(id, (table) => table.move(seat, ply, text));
  }

  propose(id: string, seat: number, ply: number, kind: "undo" | "end") {
    return this.change(id, (table) => table.propose(seat, ply, kind));
  }

  resign(id: string, seat: number) {
    return this.change(id, (table) => table.resign(seat));
  }

  /** Everybody who could object to a proposal is here, so none is ever open. */
  answerProposal(id: string): Promise<TableInfo> {
    return this.read(id, (table) => {
      table.needPlaying();
      throw refuse("no_proposal");
    });
  }

  listen(id: string, curtain: boolean, after: string, listener: Listener): () => void {
    const reader = { curtain, listener };
    const readers = this.readers.get(id) ?? new Set();
    this.readers.set(id, readers.add(reader));
    this.open(id).then(
      (table) => {
        if (!readers.has(reader)) return;
        listener.open();
        if (after !== String(table.info.seq)) sendSnapshot(table, reader);
        listener.delays?.(Object.fromEntries(table.delays));
      },
      () => listener.broken(),
    );
    return () => readers.delete(reader);
  }

  // Records from elsewhere

  async inspectRecord(text: string): Promise<RecordSummary> {
    const { record, problem } = await this.readForeign(text, true);
    const { game, names, entries, over, dealer } = record;
    const canContinue = !over && dealer.name !== "hand" && !problem;
    return {
      map: game.data.map,
      seats: game.seats,
      names,
      moves: entries.filter(({ mover }) => mover !== CHANCE).length,
      over,
      canContinue,
      canCarryOver: canContinue && ID.test(tableOf(dealer)),
      problem,
    };
  }

  async importRecord(text: string, seats: string[] | null, name: string): Promise<TableInfo> {
    const store = await this.openStore();
    const { record } = await this.readForeign(text, !seats);
    const { game, names, dealer } = record;
    if (seats && seats.length !== game.seats) throw refuse("wrong_seats", { seats: game.seats, given: seats.length });
    const taken = seats ? takeSeats(game, seats, (seat) => names[seat] || name) : leaveSeats(game, names);
    const origin = tableOf(dealer);
    const here = await store.read(origin);
    if (here && !seats && here.record === text && here.info.state !== "playing") return here.info;
    const table = newTable(ID.test(origin) && !here ? origin : newId(), record, taken);
    table.takeOver();
    return this.add(store, table);
  }

  /** Read a record from elsewhere; if it may be damaged, up to the first bad line. */
  private readForeign(text: string, mayBeDamaged = false): Promise<Partial> {
    return asRefusal(async () => {
      const found = await readAsFar(text, (map, seats) => this.library.game(map, seats));
      if (found.problem && !mayBeDamaged) throw new BadRecord(found.problem);
      return found;
    });
  }

  // Advice

  async readAdvice(id: string, ply: number): Promise<Advice> {
    const table = await this.open(id);
    const seat = table.lookForAdvice(ply);
    const offer = table.teller.offered();
    const { game } = table.record;
    const { adviser: level, levels } = game.data;
    const opinions = await advise(game, this.thinking, table.teller.viewBytes());
    return { ply, seat, level, chances: levels[level]!.network, offer, opinions };
  }

  async advise(map: string, seats: number, position: string): Promise<Advice["opinions"]> {
    return advise(await this.findGame(map, seats), this.thinking, fromBase64(position));
  }

  // How tables are opened, changed and kept

  private async findGame(map: string, seats: number): Promise<Game> {
    const game = await this.library.game(map, seats);
    if (!game) throw refuse("bad_table", { problem: `No game on the map ${map} with ${seats} seats.` });
    return game;
  }

  private async read<T>(id: string, act: (table: LocalTable) => T): Promise<T> {
    return act(await this.open(id));
  }

  /** A table, from memory or from the store. */
  private open(id: string): Promise<LocalTable> {
    const found = this.opened.get(id);
    if (found) return found;
    const unheard = [...this.opened.keys()].filter((one) => !this.readers.get(one)?.size);
    for (const oldest of unheard.slice(0, 1 - UNHEARD)) this.opened.delete(oldest);
    const table = this.load(id);
    this.opened.set(id, table);
    table.then(
      (loaded) => this.letBotsPlay(loaded),
      () => this.opened.delete(id),
    );
    return table;
  }

  private async load(id: string): Promise<LocalTable> {
    const store = await this.openStore();
    const saved = await store.read(id);
    if (!saved) {
      const isBroken = (await store.allBroken()).some((game) => game.id === id);
      throw refuse(isBroken ? "broken_game" : "no_such_table");
    }
    if (saved.format !== FORMAT) throw refuse("engine_version", { found: saved.format }); // another tab is newer
    try {
      const record = await readRecord(saved.record, (map, seats) => this.library.game(map, seats));
      if (record.ply !== saved.info.ply) throw new TypeError(`Table ${id} is damaged.`);
      return new LocalTable(saved, record);
    } catch (error) {
      if (!(error instanceof BadRecord || error instanceof TypeError)) throw error; // its files could not be read
      if (saved.script) {
        await store.remove(id); // a lesson of an older version: it begins again
        throw refuse("no_such_table");
      }
      await store.setAside({ id, touched: saved.info?.touched ?? 0, record: String(saved.record) });
      throw refuse("broken_game");
    }
  }

  /** Keep a new table. */
  private async add(store: Store, table: LocalTable): Promise<TableInfo> {
    await store.save(table.save(), null);
    table.events = [];
    this.opened.set(table.info.id, Promise.resolve(table));
    this.letBotsPlay(table);
    return table.info;
  }

  /** Change a table, keep it, and tell its readers; changes of a table wait for each other. */
  private change<T>(id: string, act: (table: LocalTable) => T): Promise<T> {
    const before = this.changes.get(id) ?? Promise.resolve();
    const change = before.then(
      () => this.changeNow(id, act),
      () => this.changeNow(id, act),
    );
    this.changes.set(id, change);
    return change;
  }

  private async changeNow<T>(id: string, act: (table: LocalTable) => T): Promise<T> {
    const table = await this.open(id);
    const { seq } = table.info;
    const answer = act(table);
    const { events } = table;
    table.events = [];
    if (!events.length) return answer;
    try {
      if (!table.info.variation && !(await (await this.openStore()).save(table.save(), seq))) throw refuse("stale"); // another tab was faster
    } catch (error) {
      void this.reopen(id);
      throw error;
    }
    for (const { curtain, listener } of this.readers.get(id) ?? [])
      for (const event of events)
        listener.event(table.writeEvent(event, curtain ? [] : table.info.yours), String(event.id));
    if (!table.info.variation) this.otherTabs?.postMessage(id);
    this.letBotsPlay(table);
    return answer;
  }

  /** Go back to what is kept, because it is not what is in memory, and show it to the table's readers. */
  private async reopen(id: string) {
    this.opened.delete(id);
    const readers = [...(this.readers.get(id) ?? [])];
    if (!readers.length) return;
    const table = await this.open(id).catch(() => null);
    for (const reader of readers) if (table) sendSnapshot(table, reader);
  }

  // Bots

  setBotPace(pace: number): Promise<void> {
    this.pace = pace;
    return Promise.resolve();
  }

  /** Have the bots think that are to move and don't think yet. */
  private letBotsPlay(table: LocalTable) {
    if (table.info.exercise) return;
    if (table.script) return this.letScriptPlay(table);
    for (const seat of table.asked()) {
      const { bot, resigned } = table.info.seats[seat]!;
      const level = resigned ? table.info.stand_in : bot;
      if (level && table.startThinking(seat)) this.playBot(table, seat, level).catch(reportFault);
    }
  }

  /** In a lesson, have the others do what the script says. */
  private letScriptPlay(table: LocalTable) {
    const { next } = table.script!;
    if (!next || table.info.yours.includes(next.seat) || !table.startThinking(next.seat)) return;
    const { position, info, record } = table;
    const { pace } = record.game.data.levels[LESSON_LEVEL]!;
    const play = () =>
      this.change(info.id, (now) => {
        if (now === table && table.position === position) table.playScript();
      }).catch(reportFault);
    setTimeout(() => void play(), 1000 * pace * this.pace);
  }

  private async playBot(table: LocalTable, seat: number, level: string) {
    const { position, record, teller, info } = table;
    const { pace } = record.game.data.levels[level]!;
    const due = performance.now() + (info.yours.length ? 1000 * pace * this.pace : 0);
    const legal = teller.legal(teller.look(record, seat, true));
    const view = teller.viewBytes();
    const [only] = legal;
    if (legal.length > 1 && !(await this.prepare(table, seat, level))) return;
    const { move, rollouts } =
      legal.length === 1 ? { move: only!, rollouts: 0 } : await this.thinking.choose(record.game, level, view);
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    if ((await this.opened.get(info.id)) !== table) return;
    await this.change(info.id, (now) => {
      if (now !== table || table.position !== position) return; // a move was undone, or the game was ended
      if (rollouts) table.countRollouts(seat, rollouts);
      table.makeMove(seat, move);
    });
  }

  /** Load what a bot needs, and try again until that works; readers are told if it takes long. False if its turn is over. */
  private async prepare(table: LocalTable, seat: number, level: string): Promise<boolean> {
    const { position, record } = table;
    const slow = setTimeout(() => this.tellDelay(table, seat, "loading"), SLOW);
    try {
      while (table.position === position && this.opened.has(table.info.id)) {
        try {
          await this.thinking.prepare(record.game, level);
          return true;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          clearTimeout(slow);
          this.tellDelay(table, seat, "failed");
          await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
        }
      }
      return false;
    } finally {
      clearTimeout(slow);
      this.tellDelay(table, seat, null);
    }
  }

  private tellDelay(table: LocalTable, seat: number, why: Delay | null) {
    if (table.delays.get(seat) === (why ?? undefined)) return;
    if (why) table.delays.set(seat, why);
    else table.delays.delete(seat);
    for (const { listener } of this.readers.get(table.info.id) ?? [])
      listener.delays?.(Object.fromEntries(table.delays));
  }
}

/** The table that a record's key was made at; empty if that is unknown. */
function tableOf(dealer: Dealer): string {
  const origin = dealer.name === "fair" ? dealer.origin : null;
  return origin && "table" in origin ? origin.table : "";
}

/** Do something with a record; why that can't be read is a refusal. */
async function asRefusal<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    throw refuse("bad_record", { line: error.reason.parameters.line ?? 1 }, error.reason);
  }
}

/** Report an error that is no refusal, and so a fault of ours. */
function reportFault(error: unknown) {
  if (!(error instanceof Refused)) console.error(error);
}

function sendSnapshot(table: LocalTable, { curtain, listener }: Reader) {
  listener.event(table.snapshot(curtain ? [] : table.info.yours), String(table.info.seq));
}
