/** Table: one table as the server tells it, kept up to date by its news. */
import { readLine, readRecordLines, type Line } from "./moves";
import { hex, sha256, unhex } from "./sha256";
import { Refused, move, readRecord, readTable, sendBytes, sendHash, type TableSaid, type View } from "./wire";

const QUIET = ["seats", "step", "hash", "bytes", "broken", "sealed", "away", "returned", "rematch"];
const CLOSING = ["finished", "abandoned", "expired"];
const OLD = ["sent_already", "not_wanted", "begun"]; // the start has gone on in the meantime
const AGAIN = 2000;
const NOTICE = 4000;

interface News {
  ply: number;
  start?: number;
  lines?: string[];
  views?: View[];
}

export class Table {
  said = $state.raw<TableSaid | null>(null);
  views = $state.raw<View[]>([]);
  /** Moves by ply, those of chance too. */
  lines = $state.raw<Line[]>([]);
  refused = $state.raw<Refused | null>(null);
  /** Whether the table could not be had at all. */
  lost = $state.raw<Refused | null>(null);
  link = $state<"good" | "broken" | "back">("good");
  busy = $state(false);
  private stream: EventSource | null = null;
  private position = "";
  private closed = false;
  private dealing = Promise.resolve();
  private sent = new Set<string>();

  constructor(readonly id: string) {}

  /** The view that is shown: of the seat that is to move, if one browser holds several. */
  get view(): View | null {
    return this.views.find((view) => view.legal.length > 0) ?? this.views[0] ?? null;
  }

  get seat(): number {
    return this.view?.viewer ?? this.said?.yours[0] ?? -1;
  }

  async open() {
    try {
      this.said = await readTable(this.id);
      await this.deal();
      this.listen();
    } catch (error) {
      this.lost = error as Refused;
    }
  }

  close() {
    this.closed = true;
    this.stream?.close();
  }

  /** Take what an answer says of the table, and go on with a fair start. */
  async accept(answer: Promise<TableSaid>) {
    try {
      this.said = await answer;
      await this.deal();
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  /** Make a move; a refusal is shown, and nothing has changed. */
  async play(text: string, seat = this.seat) {
    const view = this.view;
    if (!view || this.busy) return;
    this.busy = true;
    this.refused = null;
    try {
      const answer = await move(this.id, seat, view.ply, text);
      this.see([answer.view]);
    } catch (error) {
      this.refused = error as Refused;
      if (this.refused.views) this.views = this.refused.views;
    } finally {
      this.busy = false;
    }
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
      const bytes = sessionStorage.getItem(place) ?? hex(crypto.getRandomValues(new Uint8Array(16)));
      sessionStorage.setItem(place, bytes);
      try {
        if (this.sent.has(place + said.step)) continue;
        this.sent.add(place + said.step);
        if (said.step === "bytes") this.said = await sendBytes(said.id, seat, bytes);
        else if (!said.fairness.sent.includes(seat)) this.said = await sendHash(said.id, seat, hex(sha256(unhex(bytes))));
      } catch (error) {
        if (OLD.includes((error as Refused).code)) continue;
        this.sent.delete(place + said.step);
        this.refused = error as Refused;
      }
    }
  }

  private listen() {
    if (this.closed) return;
    const after = this.position ? `&after=${encodeURIComponent(this.position)}` : "";
    const stream = (this.stream = new EventSource(`/api/news?tables=${this.id}${after}`));
    const on = (kind: string, act: (news: News) => unknown) =>
      stream.addEventListener(kind, (event) => {
        this.position = event.lastEventId;
        act(JSON.parse(event.data));
      });
    stream.onopen = () => {
      if (this.link === "broken") {
        this.link = "back";
        setTimeout(() => this.link === "back" && (this.link = "good"), NOTICE);
      }
    };
    stream.onerror = () => {
      this.link = "broken";
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => this.listen(), AGAIN);
    };
    on("table", (news) => this.begin(news as unknown as TableSaid & { views?: View[] }));
    for (const kind of QUIET) on(kind, () => this.accept(readTable(this.id)));
    for (const kind of ["started", "moved"]) on(kind, (news) => this.follow(news));
    on("undone", (news) => {
      this.lines = this.lines.slice(0, news.ply);
      this.views = news.views ?? [];
    });
    for (const kind of CLOSING) on(kind, () => this.accept(readTable(this.id)));
  }

  private begin(said: TableSaid & { views?: View[] }) {
    this.said = said;
    this.views = said.views ?? [];
    if (said.state === "open") void this.accept(Promise.resolve(said));
    else void this.recall();
  }

  private async recall() {
    try {
      const lines = readRecordLines(await readRecord(this.id));
      if (lines.length >= this.lines.length) this.lines = lines;
    } catch (error) {
      this.refused = error as Refused;
    }
  }

  private follow(news: News) {
    const told = (news.lines ?? []).map(readLine).filter((line) => line !== null);
    this.lines = [...this.lines.slice(0, news.start), ...told];
    if (this.said?.state === "open") this.said = { ...this.said, state: "playing", step: "done" };
    this.see(news.views ?? []);
  }

  private see(views: View[]) {
    const newer = views.filter((one) => one.ply >= (this.views.find((old) => old.viewer === one.viewer)?.ply ?? 0));
    const rest = this.views.filter((old) => !newer.some((one) => one.viewer === old.viewer));
    this.views = [...rest, ...newer].sort((p, q) => p.viewer - q.viewer);
  }
}
