/**
 * One table, kept up to date by its events.
 *
 * Events are numbered, and tables and views say which event they are as new as (`seq`), so that an older answer never
 * replaces a newer one. Events carry what they change; the table is read again only if an event is missing.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import {
  type ChatMessage,
  type EventKind,
  type EventOf,
  move,
  propose,
  readChat,
  readRecord,
  readTable,
  readView,
  Refused,
  sendBytes,
  sendHash,
  type TableEvent,
  type TableInfo,
  type View,
} from "../lib/api";
import { type Line, readLine, readRecordLines } from "../lib/moves";
import { version } from "../lib/version.svelte";

const OLD = ["sent_already", "not_wanted", "begun"]; // the start has gone on in the meantime
const AGAIN = 2000;
const NOTICE = 4000;
const PUBLIC = -1;
const CHOOSING = "first choice";

export class Table {
  said = $state.raw<TableInfo | null>(null);
  /** What this browser's seat sees; where people share it, what all may see, and the seat whose curtain is up. */
  views = $state.raw<View[]>([]);
  /** The seat whose curtain is up, where several people share this browser. */
  lifted = $state<number | null>(null);
  /** Moves by ply, those of chance too. */
  lines = $state.raw<Line[]>([]);
  chat = $state.raw<ChatMessage[]>([]);
  refused = $state.raw<Refused | null>(null);
  /** Who declined a proposal a moment ago. */
  declined = $state<number | null>(null);
  /** Whether the table could not be had at all. */
  lost = $state.raw<Refused | null>(null);
  link = $state<"good" | "broken" | "back">("good");
  busy = $state(false);
  /** How far the server's clock is ahead of this browser's. */
  ahead = 0;
  /** The last event. */
  private seq = 0;
  /** How new the view of each viewer is: the last event before it. */
  private seen = new Map<number, number>();
  private waiting: string | null = null;
  private stream: EventSource | null = null;
  private curtained = false;
  private position = "";
  private closed = false;
  private dealing = Promise.resolve();
  private sent = new Set<string>();

  constructor(readonly id: string) {}

  /** Whether several people share this browser. */
  get shared(): boolean {
    return (this.said?.yours.length ?? 0) > 1;
  }

  get view(): View | null {
    return this.views.find((view) => view.viewer === this.lifted) ?? this.views[0] ?? null;
  }

  get seat(): number {
    const viewer = this.view?.viewer ?? PUBLIC;
    return viewer === PUBLIC ? (this.said?.yours[0] ?? PUBLIC) : viewer;
  }

  /** The seat of this browser that is to move, where several people share it. */
  get next(): number | null {
    if (!this.shared || !this.views.length) return null;
    const [newest] = [...this.views].sort((p, q) => q.ply - p.ply || p.movers.length - q.movers.length);
    const { yours, seats } = this.said!;
    return newest!.movers.find((seat) => yours.includes(seat) && !seats[seat]!.away) ?? null;
  }

  async open() {
    try {
      this.hear(await readTable(this.id));
      await this.deal();
      this.listen();
    } catch (error) {
      this.lost = error as Refused;
      return;
    }
    await this.readWords();
  }

  /** Read what was said lately; whom one has muted is left out. */
  async readWords() {
    try {
      this.chat = await readChat(this.id);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  close() {
    this.closed = true;
    this.stream?.close();
  }

  /** Take what an answer says of the table, and go on with a fair start. */
  async accept(answer: Promise<TableInfo>) {
    try {
      this.hear(await answer);
      await this.deal();
    } catch (error) {
      this.refused = error as Refused;
      if (this.refused.code === "no_such_table") this.lost = this.refused; // it has begun without whoever looked on
    }
  }

  /** Make a move; a refusal is shown, and nothing has changed. One that is made too early waits for the one before it. */
  async play(text: string, seat = this.seat) {
    const view = this.view;
    if (!view) return;
    if (this.busy) {
      this.waiting = text;
      return;
    }
    this.busy = true;
    this.refused = null;
    try {
      const made = await move(this.id, seat, view.ply, text);
      this.see([made.view], made.seq);
    } catch (error) {
      this.refused = error as Refused;
      if (this.refused.views) this.see(this.refused.views, this.refused.seq);
    } finally {
      this.busy = false;
    }
    const waiting = this.waiting;
    this.waiting = null;
    if (waiting === null || this.refused) return;
    if (this.view?.legal.some((one) => one.text === waiting)) await this.play(waiting);
    else if (waiting !== text) this.refused = new Refused("stale", {}, null, null, ""); // else it was a double click
  }

  /** Show a seat its cards. */
  async lift(seat: number) {
    try {
      const { views, seq } = await readView(this.id, seat);
      this.lifted = seat;
      this.see(views, seq);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Hide the cards of whoever looked last. */
  lower() {
    this.views = this.views.filter((view) => view.viewer === PUBLIC);
    this.lifted = null;
  }

  /** Ask everybody to take back the last move that was made at this browser. */
  takeBack() {
    const { yours } = this.said!;
    const last = this.lines.findLast((line) => line.seat !== null && yours.includes(line.seat));
    return this.accept(propose(this.id, last?.seat ?? this.seat, this.view!.ply, "undo"));
  }

  private async look(seat: number) {
    try {
      const { views, seq } = await readView(this.id, seat);
      if (seat === this.lifted || !this.shared) this.see(views, seq);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Take the table as an answer or event shows it, unless a newer one is known. */
  private hear(said: TableInfo) {
    if (this.said && said.seq < this.said.seq) return;
    this.said = said;
    if (said.clock.now) this.ahead = said.clock.now - Date.now();
    if (this.stream && this.shared !== this.curtained) this.listen();
  }

  /** Go on with a fair start, one step after the other however fast events come. */
  private deal(): Promise<void> {
    this.dealing = this.dealing.then(() => this.dealNow());
    return this.dealing;
  }

  /** Fair dealing: the hash of 16 bytes first, and the bytes once all hashes are shown. */
  private async dealNow() {
    for (const seat of this.said?.yours ?? []) {
      const said = this.said!;
      if (said.state !== "open" || (said.step !== "hashes" && said.step !== "bytes")) return;
      const place = `whistlestop.bytes.${said.fairness.commitment}.${seat}`;
      const bytes = sessionStorage.getItem(place) ?? bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
      sessionStorage.setItem(place, bytes);
      try {
        if (this.sent.has(place + said.step)) continue;
        this.sent.add(place + said.step);
        if (said.step === "bytes") this.hear(await sendBytes(said.id, seat, bytes));
        else if (!said.fairness.sent?.includes(seat))
          this.hear(await sendHash(said.id, seat, bytesToHex(sha256(hexToBytes(bytes)))));
      } catch (error) {
        if (OLD.includes((error as Refused).code)) continue;
        this.sent.delete(place + said.step);
        this.refused = error as Refused;
      }
    }
  }

  private listen() {
    if (this.closed) return;
    this.stream?.close();
    this.curtained = this.shared;
    const curtain = this.curtained ? "&curtain=true" : "";
    const after = this.position ? `&after=${encodeURIComponent(this.position)}` : "";
    const stream = (this.stream = new EventSource(`/api/events?tables=${this.id}${curtain}${after}`));
    for (const kind of Object.keys(this.handlers) as EventKind[])
      stream.addEventListener(kind, (message) => {
        if (stream !== this.stream) return;
        this.position = message.lastEventId || this.position;
        this.take(JSON.parse(message.data as string) as TableEvent);
      });
    stream.onopen = () => {
      if (this.link === "broken") {
        this.link = "back";
        void version.check(); // it may be a newer server
        setTimeout(() => this.link === "back" && (this.link = "good"), NOTICE);
      }
    };
    stream.onerror = () => {
      if (stream !== this.stream) return;
      this.link = "broken";
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => stream === this.stream && this.listen(), AGAIN);
    };
  }

  /** What to do at an event of each kind, after its changes were applied. */
  private handlers: { [Kind in EventKind]: (event: EventOf<Kind>) => unknown } = {
    table: (event) => this.begin(event),
    seats: () => this.deal(),
    step: () => this.deal(),
    hash: () => this.deal(),
    bytes: () => undefined,
    broken: () => this.deal(),
    started: (event) => this.follow(event),
    sealed: ({ seat, movers }) => {
      this.views = this.views.map((view) => (view.phase === CHOOSING ? { ...view, movers } : view));
      const own = this.view?.viewer === seat && !this.shared;
      if (own && !this.busy && this.view.legal.length) void this.look(seat); // the choice was made in another tab
    },
    moved: (event) => this.follow(event),
    undone: (event) => {
      this.lines = this.lines.slice(0, event.ply);
      this.see(event.views, event.id);
      if (this.lifted !== null) void this.look(this.lifted);
    },
    away: () => undefined,
    returned: () => undefined,
    proposed: () => undefined,
    agreed: () => undefined,
    declined: (event) => {
      this.declined = event.seat;
      setTimeout(() => (this.declined = null), NOTICE);
    },
    withdrawn: () => undefined,
    chat: ({ id, at, player, name, text }) => (this.chat = [...this.chat, { id, at, player, name, text }]),
    rematch: () => undefined,
    finished: () => undefined,
    abandoned: () => undefined,
    expired: () => undefined,
    skipped: () => undefined,
    hidden: () => (this.lost = new Refused("no_such_table", {}, null, null, "")),
    farewell: () => undefined,
  };

  /** Take an event in its order; if one before it is missing, begin again with the table as it is now. */
  private take(event: TableEvent) {
    if ("id" in event && event.kind !== "table") {
      if (event.id <= this.seq) return;
      if (event.id > this.seq + 1) {
        this.position = "";
        this.listen();
        return;
      }
      this.seq = event.id;
      if ("changes" in event && this.said && event.id > this.said.seq)
        this.hear({ ...this.said, ...event.changes, seq: event.id });
    }
    (this.handlers[event.kind] as (event: TableEvent) => unknown)(event);
  }

  private begin({ views, ...said }: EventOf<"table">) {
    this.seq = said.seq;
    this.hear(said);
    this.views = [];
    this.see(views ?? [], said.seq);
    if (this.lifted !== null) void this.look(this.lifted);
    if (said.state === "open") void this.deal();
    else void this.recall();
  }

  private async recall() {
    try {
      const lines = readRecordLines(await readRecord(this.id, this.shared ? PUBLIC : undefined));
      if (lines.length >= this.lines.length) this.lines = lines;
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  private follow(event: EventOf<"started" | "moved">) {
    if (event.start > this.lines.length) void this.recall();
    else {
      const lines = event.lines.map(readLine).filter((line) => line !== null);
      this.lines = [...this.lines.slice(0, event.start), ...lines];
    }
    this.see(event.views, event.id);
    if (this.lifted !== null && this.view!.ply < event.ply) void this.look(this.lifted);
  }

  /** Show views that are as new as an event, unless newer ones are shown. */
  private see(views: View[], seq: number) {
    const newer = views.filter((view) => seq >= (this.seen.get(view.viewer) ?? 0));
    for (const view of newer) this.seen.set(view.viewer, seq);
    const rest = this.views.filter((old) => !newer.some((view) => view.viewer === old.viewer));
    this.views = [...rest, ...newer].sort((p, q) => p.viewer - q.viewer);
  }
}
