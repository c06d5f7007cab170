/** The entry of the engine's worker: tables in this browser. */
import { answerCalls, type Port } from "./calls";
import { Library } from "./library";
import type { Heard } from "./local";
import { LocalTables } from "./localTables";
import { openStore, type Store } from "./store";
import { Thinkers } from "./thinkers";

const MOST_THINKERS = 3;
const port = self as unknown as Port;
let tables: LocalTables;
let store: Promise<Store> | null = null;
const stops = new Map<number, () => void>();

/** This browser's store; a denied one is asked for again. */
function findStore(): Promise<Store> {
  store ??= openStore();
  store.catch(() => (store = null));
  return store;
}

/** Start with the engine's files in a folder. */
function start(folder: string, version: string) {
  const library = new Library(folder, version);
  const cores = navigator.hardwareConcurrency || 2;
  const makeThinker = () => new Worker(new URL("./thinker.ts", import.meta.url), { type: "module", name: "thinker" });
  const thinkers = new Thinkers(library, makeThinker, Math.max(1, Math.min(MOST_THINKERS, cores - 1)));
  tables = new LocalTables(findStore, library, thinkers, new BroadcastChannel("whistlestop.tables"));
  library.load().catch(() => undefined); // the call that needs it says why it can't be loaded
}

function listen(listener: number, id: string, curtain: boolean, after: string) {
  const say = (what: Heard["what"], ...args: unknown[]) => port.postMessage({ listener, what, args });
  const stop = tables.listen(id, curtain, after, {
    event: (event, position) => say("event", event, position),
    open: () => say("open"),
    broken: () => say("broken"),
    delays: (seats) => say("delays", seats),
  });
  stops.set(listener, stop);
}

function stopListening(listener: number) {
  stops.get(listener)?.();
  stops.delete(listener);
}

answerCalls(port, { start, listen, stopListening }, () => tables);
