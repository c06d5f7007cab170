/**
 * The stream of a server's events, kept alive.
 *
 * A network can fall silent without a word: a phone that slept, a router that forgot the connection. The server sends a
 * heartbeat regularly; a stream that is silent for longer than that is broken, and another one goes on where it was.
 */
import type { EventKind, TableEvent } from "./api";
import { restart } from "./restart.svelte";
import type { Listener } from "./tables";

const RECONNECT_DELAY = 2000;
/** Milliseconds between two heartbeats, until the server says otherwise. */
const HEARTBEAT = 15_000;
/** How much later than expected a heartbeat may come. */
const GRACE = 4000;

/** The kinds of events; the type makes sure that none is missing. */
const KINDS: Record<EventKind, true> = {
  table: true,
  seats: true,
  step: true,
  hash: true,
  bytes: true,
  broken: true,
  started: true,
  sealed: true,
  moved: true,
  undone: true,
  away: true,
  returned: true,
  holiday: true,
  proposed: true,
  agreed: true,
  declined: true,
  withdrawn: true,
  chat: true,
  reaction: true,
  rematch: true,
  sharing: true,
  deal: true,
  presence: true,
  finished: true,
  abandoned: true,
  expired: true,
  skipped: true,
  hidden: true,
  beat: true,
  farewell: true,
};

/** Listen to a table's events; after a lost connection, go on after the last one. Returns how to stop. */
export function listenToServer(id: string, curtain: boolean, after: string, listener: Listener): () => void {
  let position = after;
  let stream: EventSource;
  let closed = false;
  let patience = HEARTBEAT + GRACE;
  let lastHeard = 0;
  /** Whether this stream has sent anything, and whether the one before it hasn't: then a proxy may hold it back. */
  let heard = false;
  let silent = false;
  let timer = 0;

  function connect() {
    const query =
      (curtain ? "&curtain=true" : "") +
      (silent ? "&silent=true" : "") +
      (position ? `&after=${encodeURIComponent(position)}` : "");
    heard = silent = false;
    const current = (stream = new EventSource(`/api/events?tables=${id}${query}`));
    const isCurrent = () => !closed && current === stream;
    for (const kind of Object.keys(KINDS))
      current.addEventListener(kind, (message: MessageEvent<string>) => {
        if (!isCurrent()) return;
        position = message.lastEventId || position;
        heard = true;
        const event = JSON.parse(message.data) as TableEvent;
        if (event.kind === "beat") {
          patience = 1000 * event.seconds + GRACE;
          restart.announce(event.restart);
        }
        hear();
        listener.event(event, position);
      });
    current.onopen = () => {
      if (!isCurrent()) return;
      hear();
      listener.open();
    };
    current.onerror = () => {
      if (!isCurrent()) return;
      listener.broken();
      if (current.readyState === EventSource.CLOSED) wait(RECONNECT_DELAY);
    };
    hear();
  }

  /** The server has given a sign of life, or is asked for one. */
  function hear() {
    lastHeard = Date.now();
    wait(patience);
  }

  function wait(milliseconds: number) {
    clearTimeout(timer);
    timer = setTimeout(giveUp, milliseconds) as unknown as number;
  }

  /** The stream is silent, or the network is gone: say so, and connect again. */
  function giveUp() {
    listener.broken();
    silent = !heard && navigator.onLine;
    reconnect();
  }

  function reconnect() {
    stream.close();
    connect();
  }

  // Timers don't run while a device sleeps, so look at the time when somebody looks at the page again.
  const onVisible = () => document.visibilityState === "visible" && Date.now() - lastHeard > patience && giveUp();

  addEventListener("online", reconnect);
  addEventListener("offline", giveUp); // a server on this device still answers
  document.addEventListener("visibilitychange", onVisible);
  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    removeEventListener("online", reconnect);
    removeEventListener("offline", giveUp);
    document.removeEventListener("visibilitychange", onVisible);
    stream.close();
  };
}
