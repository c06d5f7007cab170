/**
 * One table, kept up to date by its events.
 *
 * Events are numbered. Tables and views carry the number of the last event that they include (`seq`), so an older
 * response never replaces a newer one. Events carry what they change; the table is read again only if one is missing.
 */
import {
  type Advice,
  type ChatMessage,
  comeBack,
  type EventKind,
  type EventOf,
  type Move,
  type Reaction,
  readChat,
  Refused,
  type Report,
  type TableEvent,
  type TableInfo,
  type View,
} from "../lib/api";
import { downloadText, recordFile } from "../lib/download";
import { type Progress, whenReady } from "../lib/gettingReady";
import { type Line, readLine, readRecordLines } from "../lib/moves";
import { introduce } from "../lib/people";
import type { Place } from "../lib/router.svelte";
import type { Delay, Tables } from "../lib/tables";
import { version } from "../lib/version.svelte";
import { browserTables } from "./places";

/** Why this browser can't compute a report. */
const NO_ENGINE = ["no_engine", "engine_missing", "engine_version", "getting_ready", "engine_not_ready"];
const NOTICE_TIME = 4000;
const REACTION_TIME = 6000;
const PUBLIC = -1;
const FIRST_CHOICE = "first choice";

export class Table {
  info = $state.raw<TableInfo | null>(null);
  /** This browser's view; if people share it, the public view and that of the seat whose curtain is up. */
  views = $state.raw<View[]>([]);
  /** The seat whose curtain is up, if several people share this browser. */
  lifted = $state<number | null>(null);
  /** All moves by ply, including deals. */
  lines = $state.raw<Line[]>([]);
  chat = $state.raw<ChatMessage[]>([]);
  /** Reactions of the last seconds. */
  reactions = $state.raw<{ id: number; seat: number; reaction: Reaction }[]>([]);
  /** Whether the host has removed this browser's person. */
  removed = $state(false);
  refused = $state.raw<Refused | null>(null);
  /** The seat that has just declined a proposal. */
  declined = $state<number | null>(null);
  /** The seat of this browser whose time ran out, and whether the bot that played for it has finished the turn. */
  overrun = $state.raw<{ seat: number; isBack: boolean } | null>(null);
  /** Moves that were taken back while this browser looked on: the ply that the game went back to, and whose they were. */
  undone = $state.raw<{ ply: number; seat: number }[]>([]);
  /** The error if the table can't be shown at all. */
  lost = $state.raw<Refused | null>(null);
  /** What the server has to get ready before it shows the table. */
  waiting = $state.raw<Progress | null>(null);
  connection = $state<"good" | "broken" | "back">("good");
  /** The seats whose bots can't begin to think yet, and why. */
  delays = $state.raw<Partial<Record<number, Delay>>>({});
  /** The move that is being sent, or the first of several: it is shown at once, and taken back if it is refused. */
  pending = $state.raw<Move | null>(null);
  /** In an exercise, takes the move in place of the game. */
  judge: ((move: Move) => void) | null = null;
  /** The ply of the last of the moves that are being sent: a newer view shows that it was made. */
  private pendingPly = Infinity;
  /** How many milliseconds the server's clock is ahead of this browser's. */
  clockOffset = 0;
  /** The number of the last event. */
  private seq = 0;
  /** The number of the last event that each viewer's view includes. */
  private viewSeq = new Map<number, number>();
  private stopListening: (() => void) | null = null;
  /** The record, once it was read for a report. */
  private record: string | null = null;
  /** Whether the stream leaves out hands, because people share this browser. */
  private streamIsPublic = false;
  /** Where in the stream to go on after a lost connection. */
  private position = "";
  private closed = false;
  private starting = Promise.resolve();
  /** The seats of this browser before the event that is taken. */
  private ownBefore: number[] = [];
  private sentSteps = new Set<string>();

  constructor(
    readonly place: Place,
    /** The tables of that place. */
    readonly tables: Tables,
    readonly id: string,
  ) {}

  /** Whether several people share this browser. */
  get shared(): boolean {
    return (this.info?.yours.length ?? 0) > 1;
  }

  get view(): View | null {
    return this.views.find((view) => view.viewer === this.lifted) ?? this.views[0] ?? null;
  }

  /** Whether the last move can be undone; people who share this browser find out by trying. */
  get canUndo(): boolean {
    return this.shared || (this.view?.can_undo ?? false);
  }

  /** Whether the last move can't be undone because something was revealed. A seat's first choice never can be. */
  get isUndoTooLate(): boolean {
    return !this.canUndo && this.lines.filter((line) => line.seat === this.seat).length > 1;
  }

  get seat(): number {
    const viewer = this.view?.viewer ?? PUBLIC;
    return viewer === PUBLIC ? (this.info?.yours[0] ?? PUBLIC) : viewer;
  }

  /** The seat to move among those that share this browser; null if there is none, or nobody shares it. */
  get next(): number | null {
    if (!this.shared || !this.views.length) return null;
    const [newest] = [...this.views].sort((p, q) => q.ply - p.ply || p.movers.length - q.movers.length);
    const { yours, seats } = this.info!;
    return newest!.movers.find((seat) => yours.includes(seat) && !seats[seat]!.away) ?? null;
  }

  /** The seat that is next among those that share this browser, while its cards are hidden; null if there is none. */
  get hidden(): number | null {
    const over = this.view?.phase === "over";
    return over || this.next === this.lifted ? null : this.next;
  }

  /** Read the table and follow it, once the server knows the person. */
  async open(known: Promise<void> = Promise.resolve()) {
    const read = () => this.tables.readTable(this.id);
    const early = read().catch(() => null); // meanwhile: a stranger may see some tables
    try {
      await known;
      this.setInfo((await early) ?? (await whenReady(read, (progress) => (this.waiting = progress))));
      await this.continueStart();
      this.listen();
    } catch (error) {
      this.lost = error as Refused;
      return;
    }
    await this.readMessages();
  }

  /** Read the recent chat messages, which only tables at a server have; it leaves out those of muted players. */
  async readMessages() {
    if (this.place !== "server") return;
    try {
      this.chat = await readChat(this.id);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  close() {
    this.closed = true;
    this.stopListening?.();
  }

  /** Apply a request's response and go on with the start of the game, or show its error; return whether it went well. */
  async accept(request: Promise<TableInfo>): Promise<boolean> {
    this.refused = null;
    try {
      this.setInfo(await request);
      await this.continueStart();
      return true;
    } catch (error) {
      this.refused = error as Refused;
      if (this.refused.code === "no_such_table") this.lost = this.refused; // it began, and can't be watched
      return false;
    }
  }

  /** Whether a move is being sent, or several, one after the other. */
  get busy(): boolean {
    return this.pending !== null;
  }

  /** Make a move, or show why it was refused. While one is being sent, others are ignored: they were double clicks. */
  play(text: string, seat = this.seat) {
    return this.playAll([text], seat);
  }

  /** Make several moves, one after the other, until one is refused. */
  async playAll(texts: string[], seat = this.seat) {
    if (this.busy || !this.view) return;
    const [first] = texts;
    const pending =
      this.view.legal.find(({ text }) => text === first) ?? ({ text: first, kind: "" } as unknown as Move);
    if (this.judge) return this.judge(pending);
    this.pending = pending;
    this.pendingPly = Infinity;
    for (const [n, text] of texts.entries()) {
      if (n === texts.length - 1) this.pendingPly = this.view.ply;
      if (!(await this.send(text, seat))) break;
    }
    if (this.pending === pending) this.pending = null; // else an event was faster, and another move is being sent
  }

  /** Send a move; return whether it was made. */
  private async send(text: string, seat: number): Promise<boolean> {
    const { ply } = this.view!;
    this.refused = null;
    try {
      const made = await this.tables.move(this.id, seat, ply, text);
      this.see([made.view], made.seq);
      return true;
    } catch (error) {
      const refused = error as Refused;
      if (refused.views) this.see(refused.views, refused.seq);
      const wasMade = refused.code === "unreachable" && this.lines[ply]?.seat === seat;
      if (!wasMade) this.refused = refused; // else only the answer was lost, and the stream has shown the move
      return wasMade;
    }
  }

  /** Play a seat again that a bot plays. */
  comeBack(seat: number) {
    this.overrun = null;
    return this.accept(comeBack(this.id, seat));
  }

  /** Lift the curtain: show a seat its cards. */
  async lift(seat: number) {
    try {
      const { views, seq } = await this.tables.readView(this.id, seat);
      this.lifted = seat;
      this.see(views, seq);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Lower the curtain: hide the cards that are shown. */
  lower() {
    this.views = this.views.filter((view) => view.viewer === PUBLIC);
    this.lifted = null;
  }

  /** The best moves at a ply; the server may leave it to this browser to find them. */
  async readAdvice(ply: number): Promise<Advice> {
    const advice = await this.tables.readAdvice(this.id, ply);
    const { map, seats } = this.info!;
    if (advice.position === undefined) return advice;
    return { ...advice, opinions: await (await browserTables()).advise(map, seats.length, advice.position) };
  }

  /** The report as it is now: this browser computes it, or the server if there is no engine here. */
  async readReport(): Promise<Report> {
    if (this.place === "browser") return this.tables.readReport(this.id);
    try {
      this.record ??= await this.tables.readRecord(this.id);
      return (await (await browserTables()).reviewRecord(this.record)).report;
    } catch (error) {
      if (!NO_ENGINE.includes((error as Refused).code)) throw error;
      return this.tables.readReport(this.id);
    }
  }

  /** The game's record: all of it if the game is in this browser, else as far as this player may see it. */
  async readRecord(): Promise<string> {
    return this.place === "browser" ? (await browserTables()).exportRecord(this.id) : this.tables.readRecord(this.id);
  }

  /** Save the game's record as a file. */
  async downloadRecord() {
    try {
      downloadText(recordFile(this.id), await this.readRecord());
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Propose to undo the last move that was made in this browser. */
  takeBack() {
    const { yours } = this.info!;
    const last = this.lines.findLast((line) => line.seat !== null && yours.includes(line.seat));
    return this.accept(this.tables.propose(this.id, last?.seat ?? this.seat, this.view!.ply, "undo"));
  }

  /** Read the view of a seat again. */
  private async refresh(seat: number) {
    try {
      const { views, seq } = await this.tables.readView(this.id, seat);
      if (seat === this.lifted || !this.shared) this.see(views, seq);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Replace the table's info, unless it is older than what is shown. */
  private setInfo(info: TableInfo) {
    if (this.info && info.seq < this.info.seq) return;
    this.info = introduce(info);
    if (info.clock.now) this.clockOffset = info.clock.now - Date.now();
    if (this.stopListening && this.shared !== this.streamIsPublic) this.listen();
  }

  /** Go on with a fair start, one step after another even if events come fast. */
  private continueStart(): Promise<void> {
    this.starting = this.starting.then(() => this.runStartStep());
    return this.starting;
  }

  /** Send the hash of random bytes, and the bytes themselves once all hashes are published. */
  private async runStartStep() {
    for (const seat of this.info?.yours ?? []) {
      const info = this.info!;
      if (info.state !== "open" || (info.step !== "hashes" && info.step !== "bytes")) return;
      const step = `${info.fairness.commitment} ${seat} ${info.step}`;
      if (this.sentSteps.has(step)) continue;
      this.sentSteps.add(step);
      try {
        const { sendPart } = await import("../lib/fairStart"); // games in this browser don't need it
        const sent = await sendPart(info, seat);
        if (sent) this.setInfo(sent);
      } catch (error) {
        this.sentSteps.delete(step);
        this.refused = error as Refused;
      }
    }
  }

  private listen() {
    if (this.closed) return;
    this.stopListening?.();
    this.streamIsPublic = this.shared;
    this.stopListening = this.tables.listen(this.id, this.streamIsPublic, this.position, {
      event: (event, position) => {
        this.position = position;
        this.take(event);
      },
      open: () => {
        if (this.connection !== "broken") return;
        this.connection = "back";
        if (this.refused?.code === "unreachable") this.refused = null;
        void version.check(); // the server may have been updated
        setTimeout(() => this.connection === "back" && (this.connection = "good"), NOTICE_TIME);
      },
      broken: () => (this.connection = "broken"),
      delays: (seats) => (this.delays = seats),
    });
  }

  /** What an event of each kind does after its changes were applied. */
  private handlers: { [Kind in EventKind]: (event: EventOf<Kind>) => unknown } = {
    table: (event) => this.reset(event),
    seats: ({ what, seat }) => {
      if (what === "removed" && this.ownBefore.includes(seat!)) this.removed = true;
      return this.continueStart();
    },
    step: () => this.continueStart(),
    hash: () => this.continueStart(),
    bytes: () => undefined,
    broken: () => this.continueStart(),
    started: (event) => this.follow(event),
    sealed: ({ seat, movers }) => {
      this.views = this.views.map((view) => (view.phase === FIRST_CHOICE ? { ...view, movers } : view));
      const own = this.view?.viewer === seat && !this.shared;
      if (own && !this.busy && this.view.legal.length) void this.refresh(seat); // the choice was made in another tab
    },
    moved: (event) => this.follow(event),
    undone: (event) => {
      const seat = this.lines[event.ply]?.seat;
      if (seat !== null && seat !== undefined) this.undone = [...this.undone, { ply: event.ply, seat }];
      this.lines = this.lines.slice(0, event.ply);
      this.see(event.views, event.id);
      if (this.lifted !== null) void this.refresh(this.lifted);
    },
    away: ({ seat, why }) => {
      if (why === "clock" && this.info!.yours.includes(seat)) this.overrun = { seat, isBack: false };
    },
    returned: ({ seat }) => {
      if (this.overrun?.seat === seat) this.overrun = { seat, isBack: true };
    },
    holiday: () => undefined,
    proposed: () => undefined,
    agreed: () => undefined,
    declined: (event) => {
      this.declined = event.seat;
      setTimeout(() => (this.declined = null), NOTICE_TIME);
    },
    withdrawn: () => undefined,
    chat: ({ id, at, player, name, text }) => (this.chat = [...this.chat, { id, at, player, name, text }]),
    reaction: ({ id, player, reaction }) => {
      const seat = this.info!.seats.findIndex((one) => one.player === player);
      if (!reaction || seat < 0) return; // of a player who was deleted, or has left
      this.reactions = [...this.reactions, { id, seat, reaction }];
      setTimeout(() => (this.reactions = this.reactions.filter((one) => one.id !== id)), REACTION_TIME);
    },
    rematch: () => undefined,
    sharing: () => undefined,
    deal: () => undefined,
    presence: ({ present }) => {
      const seats = this.info!.seats.map((one) => ({ ...one, present: present.includes(one.seat) }));
      this.info = { ...this.info!, seats };
    },
    finished: () => undefined,
    abandoned: () => this.endPlay(),
    expired: () => this.endPlay(),
    skipped: () => undefined,
    hidden: () => (this.lost = new Refused("private_table", {}, null, null, "")),
    beat: () => undefined,
    farewell: () => undefined,
  };

  /** Apply an event in order. If one before it is missing, read the stream from the table's current state. */
  private take(event: TableEvent) {
    if ("id" in event && event.kind !== "table") {
      if (event.id <= this.seq) return;
      if (event.id > this.seq + 1) {
        this.position = "";
        this.listen();
        return;
      }
      this.seq = event.id;
      this.ownBefore = this.info?.yours ?? [];
      if ("changes" in event && this.info && event.id > this.info.seq)
        this.setInfo({ ...this.info, ...event.changes, seq: event.id });
    }
    (this.handlers[event.kind] as (event: TableEvent) => unknown)(event);
  }

  /** Start over from a snapshot of the table. */
  private reset({ views, ...info }: EventOf<"table">) {
    this.seq = info.seq;
    this.setInfo(info);
    this.lines = this.lines.slice(0, info.ply); // moves may have been undone meanwhile
    this.views = [];
    this.see(views ?? [], info.seq);
    if (this.lifted !== null) void this.refresh(this.lifted);
    if (info.state === "open") void this.continueStart();
    else void this.readLines();
  }

  /** The game ended early: nobody moves any more. */
  private endPlay() {
    this.views = this.views.map((view) => ({ ...view, legal: [], movers: [] }));
  }

  /** Read all moves so far. */
  private async readLines() {
    try {
      const lines = readRecordLines(await this.tables.readRecord(this.id, this.shared ? PUBLIC : undefined));
      if (lines.length >= this.lines.length) this.lines = lines;
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Add the moves of an event, and show its views. */
  private follow(event: EventOf<"started" | "moved">) {
    if (event.start > this.lines.length) void this.readLines();
    else {
      const lines = event.lines.map(readLine).filter((line) => line !== null);
      this.lines = [...this.lines.slice(0, event.start), ...lines];
    }
    this.see(event.views, event.id);
    if (this.lifted !== null && this.view!.ply < event.ply) void this.refresh(this.lifted);
  }

  /** Show views that include event `seq`, unless newer ones are shown. */
  private see(views: View[], seq: number) {
    const newer = views.filter((view) => seq >= (this.viewSeq.get(view.viewer) ?? 0));
    for (const view of newer) this.viewSeq.set(view.viewer, seq);
    const rest = this.views.filter((old) => !newer.some((view) => view.viewer === old.viewer));
    this.views = [...rest, ...newer].sort((p, q) => p.viewer - q.viewer);
    if (newer.some((view) => view.ply > this.pendingPly)) this.pending = null;
  }
}
