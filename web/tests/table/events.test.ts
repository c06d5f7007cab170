/** A table follows its events by their numbers, and reads again only what is missing. */
import { beforeEach, expect, test, vi } from "vitest";
import type { TableEvent, TableInfo, View } from "../../src/lib/api";
import { remote } from "../../src/lib/remote";
import { Table } from "../../src/table/table.svelte";

const ID = "x".repeat(22);
const info = (seq: number, more: Partial<TableInfo> = {}) =>
  ({
    id: ID,
    seq,
    state: "playing",
    step: "done",
    yours: [0],
    seats: [{}, {}],
    clock: {},
    fairness: {},
    ...more,
  }) as TableInfo;
const view = (ply: number) => ({ ply, viewer: 0, movers: [0], legal: [] }) as unknown as View;

class Stream {
  static all: Stream[] = [];
  private listeners: Record<string, (message: { data: string; lastEventId: string }) => void> = {};
  constructor(readonly url: string) {
    Stream.all.push(this);
  }
  addEventListener(kind: string, act: (message: { data: string; lastEventId: string }) => void) {
    this.listeners[kind] = act;
  }
  onopen?: () => void;
  onerror?: () => void;
  close() {}
  send(event: object) {
    const { kind, id, seq } = event as { kind: string; id: number; seq?: number };
    this.listeners[kind]!({ data: JSON.stringify(event), lastEventId: `${ID}:${seq ?? id}` });
  }
}

let page: EventTarget;
let asked: string[];
let answers: ((body: unknown) => void)[];

beforeEach(() => {
  [asked, answers, Stream.all] = [[], [], []];
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("navigator", { onLine: true });
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("fetch", (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path.replace(`/api/tables/${ID}`, "")}`);
    return new Promise((resolve) =>
      answers.push((body) =>
        resolve(
          typeof body === "string"
            ? new Response(body, { headers: { "content-type": "text/plain" } })
            : new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }),
        ),
      ),
    );
  });
});

/** A table that was read at event 10 and follows its stream. */
async function follow(more: Partial<TableInfo> = {}): Promise<{ table: Table; stream: Stream }> {
  const table = new Table("server", remote, ID);
  void table.open();
  answers[0]!(info(10, more));
  await vi.waitFor(() => expect(Stream.all).toHaveLength(1));
  Stream.all[0]!.send({ kind: "table", ...info(10, more), views: [view(5)] });
  asked = [];
  return { table, stream: Stream.all[0]! };
}

const event = (kind: TableEvent["kind"], id: number, more: object = {}) => ({
  table: ID,
  kind,
  id,
  ply: 5,
  at: 0,
  ...more,
});

test("a late response does not replace a newer table", async () => {
  const { table } = await follow();
  const start = answers.length;
  const first = table.accept(
    fetch("/old", { method: "GET" }).then((response) => response.json() as Promise<TableInfo>),
  );
  const second = table.accept(
    fetch("/new", { method: "GET" }).then((response) => response.json() as Promise<TableInfo>),
  );
  answers[start + 1]!(info(12, { state: "finished" }));
  await second;
  answers[start]!(info(11));
  await first;
  expect(table.info).toMatchObject({ seq: 12, state: "finished" });
});

test("events change the table without another request", async () => {
  const { table, stream } = await follow();
  const proposal = { kind: "end", by: 1, back_to: 5, agreed: [1] };
  stream.send(event("proposed", 11, { changes: { proposal } }));
  expect(table.info!.proposal).toEqual(proposal);
  stream.send(event("declined", 12, { seat: 0, changes: { proposal: null } }));
  expect(table.info!.proposal).toBeNull();
  expect(table.declined).toBe(0);
  stream.send(event("away", 13, { seat: 1, changes: { seats: [{ seat: 0 }, { seat: 1, away: true }] } }));
  expect(table.info!.seats[1]!.away).toBe(true);
  stream.send(event("moved", 14, { ply: 6, start: 0, lines: [], views: [view(6)], changes: { ply: 6 } }));
  expect(table.view!.ply).toBe(6);
  stream.send(event("undone", 15, { views: [view(5)], changes: { ply: 5 } }));
  expect(table.view!.ply).toBe(5);
  stream.send(event("finished", 16, { changes: { state: "finished" } }));
  expect(table.info).toMatchObject({ state: "finished", seq: 16, ply: 5 });
  expect(asked).toEqual([]);
});

test("nobody can move in a game that ended early", async () => {
  const { table, stream } = await follow();
  stream.send(event("abandoned", 11, { changes: { state: "abandoned" } }));
  expect(table.view).toMatchObject({ movers: [], legal: [] });
});

test("an event older than the last response changes nothing", async () => {
  const { table, stream } = await follow();
  const start = answers.length;
  const answer = table.accept(fetch("/", { method: "GET" }).then((response) => response.json() as Promise<TableInfo>));
  answers[start]!(info(12, { state: "finished" }));
  await answer;
  stream.send(event("returned", 11, { changes: { state: "playing" } }));
  expect(table.info!.state).toBe("finished");
});

test("the response to a move that was undone meanwhile is not shown", async () => {
  const { table, stream } = await follow();
  const start = answers.length;
  const playing = table.play("draw");
  stream.send(event("moved", 11, { ply: 6, start: 0, lines: [], views: [view(6)], changes: { ply: 6 } }));
  stream.send(event("undone", 12, { views: [view(5)], changes: { ply: 5 } }));
  answers[start]!({ seq: 11, ply: 6, seat: 0, view: view(6) });
  await playing;
  expect(table.view!.ply).toBe(5);
});

test("a missing event makes the table begin again, once", async () => {
  const { table, stream } = await follow();
  stream.send(event("chat", 11, { player: "p", name: "Ann", text: "Hello" }));
  stream.send(event("agreed", 13, { seat: 0, changes: {} }));
  stream.send(event("agreed", 14, { seat: 1, changes: {} }));
  expect(Stream.all).toHaveLength(2);
  expect(Stream.all[1]!.url).not.toContain("after");
  Stream.all[1]!.send({ kind: "table", ...info(14, { ply: 9 }), views: [view(9)] });
  Stream.all[1]!.send(event("skipped", 15));
  expect(table.info!.ply).toBe(9);
  expect(table.view!.ply).toBe(9);
  expect(Stream.all).toHaveLength(2);
});

test("a table that is hidden is lost without another request", async () => {
  const { table, stream } = await follow({ state: "open", step: "seats", yours: [] });
  stream.send(event("hidden", 11));
  expect(table.lost!.code).toBe("private_table");
  expect(asked).toEqual([]);
});

test("a silent stream is broken, and another one goes on where it was", async () => {
  const { table, stream } = await follow();
  vi.useFakeTimers();
  stream.send({ kind: "beat", seconds: 15 });
  stream.send(event("agreed", 11, { seat: 0, changes: {} }));
  vi.advanceTimersByTime(18_000);
  expect(table.connection).toBe("good");
  vi.advanceTimersByTime(2000);
  expect(table.connection).toBe("broken");
  expect(Stream.all[1]!.url).toContain(`after=${ID}%3A11`);
  stream.onerror!(); // it is given up, so it has no say any more
  Stream.all[1]!.onopen!();
  expect(table.connection).toBe("back");
  vi.setSystemTime(Date.now() + 60_000); // the device has slept, and its timers too
  document.dispatchEvent(new Event("visibilitychange"));
  expect(table.connection).toBe("broken");
  page.dispatchEvent(new Event("online"));
  expect(Stream.all).toHaveLength(4);
  table.close();
  vi.useRealTimers();
});

test("who is present is shown, and a seat keeps it through other events", async () => {
  const { table, stream } = await follow({ seats: [{ seat: 0 }, { seat: 1 }] as TableInfo["seats"] });
  stream.send({ kind: "presence", table: ID, present: [1] });
  expect(table.info!.seats.map(({ present }) => present)).toEqual([false, true]);
  expect(table.info!.seq).toBe(10);
});

test("a move is pending until it is answered, and other clicks are ignored meanwhile", async () => {
  const { table } = await follow();
  const start = answers.length;
  const playing = table.play("draw");
  expect(table.pending).toMatchObject({ text: "draw" });
  await table.play("draw");
  expect(answers).toHaveLength(start + 1);
  answers[start]!({ seq: 11, ply: 6, seat: 0, view: view(6) });
  await playing;
  expect(table.pending).toBeNull();
  expect(table.refused).toBeNull();
});

test("a move whose answer is lost was made if the stream shows it", async () => {
  const { table, stream } = await follow();
  let fail!: () => void;
  vi.stubGlobal("fetch", () => new Promise((_, reject) => (fail = () => reject(new TypeError("network")))));
  const playing = table.play("draw");
  const lines = [...Array<string>(5).fill("= red"), "0 draw"];
  stream.send(event("moved", 11, { ply: 6, start: 0, lines, views: [view(6)], changes: { ply: 6 } }));
  fail();
  await playing;
  expect(table.refused).toBeNull();
  const second = table.play("draw");
  fail();
  await second;
  expect(table.refused!.code).toBe("unreachable");
  expect(table.pending).toBeNull();
});

test("a player learns of their own clock that ran out, and of nobody else's", async () => {
  const { table, stream } = await follow();
  stream.send(event("away", 11, { seat: 1, why: "clock", changes: {} }));
  stream.send(event("away", 12, { seat: 0, why: "left", changes: {} }));
  expect(table.overrun).toBeNull();
  stream.send(event("away", 13, { seat: 0, why: "clock", changes: {} }));
  expect(table.overrun).toEqual({ seat: 0, isBack: false });
  stream.send(event("returned", 14, { seat: 0, changes: {} }));
  expect(table.overrun).toEqual({ seat: 0, isBack: true });
  stream.send(event("away", 15, { seat: 0, why: "clock", changes: {} }));
  void table.comeBack(0);
  stream.send(event("returned", 16, { seat: 0, changes: {} }));
  expect(table.overrun).toBeNull();
});
