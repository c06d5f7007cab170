/** One table as the server shows it, kept up to date by its events. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import {
  type ChatMessage,
  move,
  propose,
  readChat,
  readRecord,
  readTable,
  readView,
  Refused,
  sendBytes,
  sendHash,
  type TableSaid,
  type View,
} from "../lib/api";
import { type Line, readLine, readRecordLines } from "../lib/moves";
import { version } from "../lib/version.svelte";

const QUIET = [
  "seats",
  "step",
  "hidden",
  "hash",
  "bytes",
  "broken",
  "away",
  "returned",
  "rematch",
  "proposed",
  "agreed",
  "withdrawn",
];
const CLOSING = ["finished", "abandoned", "expired"];
const OLD = ["sent_already", "not_wanted", "begun"]; // the start has gone on in the meantime
const AGAIN = 2000;
const NOTICE = 4000;
const PUBLIC = -1;

interface News {
  ply: number;
  start?: number;
  lines?: string[];
  views?: View[];
  seat?: number;
}

export class Table {
  said = $state.raw<TableSaid | null>(null);
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
  async accept(answer: Promise<TableSaid>) {
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
      this.see([(await move(this.id, seat, view.ply, text)).view]);
    } catch (error) {
      this.refused = error as Refused;
      if (this.refused.views) this.see(this.refused.views);
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
      const view = await readView(this.id, seat);
      this.lifted = seat;
      this.see([view]);
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
      const view = await readView(this.id, seat);
      if (seat === this.lifted || seat === PUBLIC || !this.shared) this.see([view]);
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  private hear(said: TableSaid) {
    this.said = said;
    if (said.clock.now) this.ahead = said.clock.now - Date.now();
    if (this.stream && this.shared !== this.curtained) this.listen();
  }

  /** Go on with a fair start, one step after the other however fast news come. */
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
        else if (!said.fairness.sent.includes(seat))
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
    const on = (kind: string, act: (news: News) => unknown) =>
      stream.addEventListener(kind, (event) => {
        this.position = event.lastEventId;
        act(JSON.parse(event.data as string) as News);
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
    on("table", (news) => this.begin(news as unknown as TableSaid & { views?: View[] }));
    for (const kind of QUIET) on(kind, () => this.accept(readTable(this.id)));
    for (const kind of ["started", "moved"]) on(kind, (news) => this.follow(news));
    on("sealed", () => this.view && this.look(this.shared ? PUBLIC : this.view.viewer));
    on("undone", (news) => {
      this.lines = this.lines.slice(0, news.ply);
      this.views = news.views ?? [];
      void this.accept(readTable(this.id));
      if (this.lifted !== null) void this.look(this.lifted);
    });
    on("declined", (news) => {
      this.declined = news.seat ?? null;
      setTimeout(() => (this.declined = null), NOTICE);
      void this.accept(readTable(this.id));
    });
    on("chat", (news) => (this.chat = [...this.chat, news as unknown as ChatMessage]));
    for (const kind of CLOSING) on(kind, () => this.accept(readTable(this.id)));
  }

  private begin(said: TableSaid & { views?: View[] }) {
    this.hear(said);
    this.views = said.views ?? [];
    if (this.lifted !== null) void this.look(this.lifted);
    if (said.state === "open") void this.accept(Promise.resolve(said));
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

  private follow(news: News) {
    const told = (news.lines ?? []).map(readLine).filter((line) => line !== null);
    this.lines = [...this.lines.slice(0, news.start), ...told];
    if (this.said?.state === "open") this.said = { ...this.said, state: "playing", step: "done" };
    if (this.said?.clock.kind !== "none") void this.accept(readTable(this.id));
    this.see(news.views ?? []);
    if (this.lifted !== null && this.view!.ply < news.ply) void this.look(this.lifted);
  }

  private see(views: View[]) {
    const newer = views.filter((one) => one.ply >= (this.views.find((old) => old.viewer === one.viewer)?.ply ?? 0));
    const rest = this.views.filter((old) => !newer.some((one) => one.viewer === old.viewer));
    this.views = [...rest, ...newer].sort((p, q) => p.viewer - q.viewer);
  }
}
