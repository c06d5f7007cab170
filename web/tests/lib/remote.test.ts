import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableEvent } from "../../src/lib/api";
import { remote } from "../../src/lib/remote";

const ID = "x".repeat(22);

class Stream {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  onopen = () => undefined;
  onerror = () => undefined;
  private listeners: Record<string, (message: { data: string; lastEventId: string }) => void> = {};
  constructor(readonly url: string) {
    Stream.all.push(this);
  }
  addEventListener(kind: string, act: (message: { data: string; lastEventId: string }) => void) {
    this.listeners[kind] = act;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  send(kind: string, lastEventId: string) {
    this.listeners[kind]!({ data: JSON.stringify({ kind }), lastEventId });
  }
}

const happened: string[] = [];
const listener = {
  event: (event: TableEvent, position: string) => void happened.push(`${event.kind} ${position}`),
  open: () => void happened.push("open"),
  broken: () => void happened.push("broken"),
};

const RECONNECT_DELAY = 2000;
/** How long a stream may be silent: a heartbeat, and a little longer. */
const PATIENCE = 19_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("navigator", { onLine: true });
  const page = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal("document", new EventTarget());
  Stream.all = [];
  happened.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a stream that ends is opened again after the last event", () => {
  remote.listen(ID, true, "", listener);
  const [first] = Stream.all;
  expect(first!.url).toBe(`/api/events?tables=${ID}&curtain=true`);
  first!.onopen();
  first!.send("moved", "a:7");
  first!.close();
  first!.onerror();
  vi.advanceTimersByTime(RECONNECT_DELAY);
  expect(Stream.all[1]!.url).toBe(`/api/events?tables=${ID}&curtain=true&after=a%3A7`);
  Stream.all[1]!.onopen();
  expect(happened).toEqual(["open", "moved a:7", "broken", "broken", "open"]);
});

test("a stream that the browser opens again by itself is left alone", () => {
  remote.listen(ID, false, "a:3", listener);
  expect(Stream.all[0]!.url).toBe(`/api/events?tables=${ID}&after=a%3A3`);
  Stream.all[0]!.onerror();
  vi.advanceTimersByTime(RECONNECT_DELAY);
  expect(Stream.all).toHaveLength(1);
});

test("a stream that falls silent is broken, and opened again", () => {
  remote.listen(ID, false, "", listener);
  Stream.all[0]!.onopen();
  vi.advanceTimersByTime(PATIENCE - 1);
  expect(happened).toEqual(["open"]);
  vi.advanceTimersByTime(1);
  expect(happened).toEqual(["open", "broken"]);
  expect(Stream.all).toHaveLength(2);
  dispatchEvent(new Event("online"));
  expect(Stream.all).toHaveLength(3);
});

test("without a network the stream is opened again: a server on this device still answers", () => {
  remote.listen(ID, false, "", listener);
  Stream.all[0]!.onopen();
  dispatchEvent(new Event("offline"));
  Stream.all[1]!.onopen();
  expect(happened).toEqual(["open", "broken", "open"]);
});

test("after closing nothing is heard and nothing is opened again", () => {
  const close = remote.listen(ID, false, "", listener);
  const [stream] = Stream.all;
  stream!.onerror();
  close();
  stream!.send("moved", "a:1");
  stream!.onerror();
  vi.runAllTimers();
  expect(Stream.all).toHaveLength(1);
  expect(happened).toEqual(["broken"]);
});

test("requests name the table, the seat and the ply", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push(`${method} ${path.replace(ID, "ID")} ${body ?? ""}`.trim());
    return Promise.resolve(new Response("{}", { headers: { "content-type": "application/json" } }));
  });
  await remote.move(ID, 1, 5, "draw");
  await remote.readRecord(ID, -1);
  await remote.readTrackStatus(ID, "a b", 0);
  expect(asked).toEqual([
    'POST /api/tables/ID/moves {"seat":1,"ply":5,"move":"draw"}',
    "GET /api/tables/ID/record?seat=-1",
    "GET /api/tables/ID/tracks/a%20b?seat=0",
  ]);
});
