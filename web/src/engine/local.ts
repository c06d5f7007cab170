/** The tables in this browser, for the page: the engine is in a worker, which starts with the first call. */
import { Refused } from "../lib/refused";
import { ROOT } from "../lib/site";
import type { BrowserTables, Listener } from "../lib/tables";
import { WorkerCalls } from "./calls";

/** What the worker says to somebody who listens. */
export type Heard = { listener: number } & (
  | { what: "event"; args: Parameters<Listener["event"]> }
  | { what: "open" | "broken"; args: [] }
  | { what: "delays"; args: Parameters<NonNullable<Listener["delays"]>> }
);

const listeners = new Map<number, Listener>();
let listening = 0;
let started: WorkerCalls | null = null;

/** The worker's functions; it is started if need be. */
function worker(): WorkerCalls {
  if (started) return started;
  const version = document.querySelector<HTMLMetaElement>('meta[name="whistlestop-engine"]')?.content;
  const canRun = typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";
  if (!version || !canRun) throw new Refused(canRun ? "engine_missing" : "no_engine", {}, null, null, "");
  const engine = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
  started = new WorkerCalls(engine, (message) => hear(message as Heard));
  const folder = new URL(`${ROOT}engine/${version}/`, location.href).href;
  void started.call("start", folder, version);
  return started;
}

function hear({ listener, what, args }: Heard) {
  const found = listeners.get(listener);
  (found?.[what] as ((...args: unknown[]) => void) | undefined)?.apply(found, args);
}

const callWorker = async (name: string, ...args: unknown[]) => worker().call(name, ...args);

/** A function that the worker runs. */
const inWorker =
  <Name extends keyof BrowserTables>(name: Name) =>
  (...args: Parameters<BrowserTables[Name]>) =>
    callWorker(name, ...args) as ReturnType<BrowserTables[Name]>;

export const local: BrowserTables = {
  makeTable: inWorker("makeTable"),
  openLesson: inWorker("openLesson"),
  passCue: inWorker("passCue"),
  openExercise: inWorker("openExercise"),
  ownTables: inWorker("ownTables"),
  readTable: inWorker("readTable"),
  readView: inWorker("readView"),
  readViews: inWorker("readViews"),
  readTrackStatus: inWorker("readTrackStatus"),
  readAdvice: inWorker("readAdvice"),
  readCourse: inWorker("readCourse"),
  readReport: inWorker("readReport"),
  readRecord: inWorker("readRecord"),
  move: inWorker("move"),
  propose: inWorker("propose"),
  answerProposal: inWorker("answerProposal"),
  resign: inWorker("resign"),
  rematch: inWorker("rematch"),
  exportRecord: inWorker("exportRecord"),
  inspectRecord: inWorker("inspectRecord"),
  importRecord: inWorker("importRecord"),
  openVariation: inWorker("openVariation"),
  reviewRecord: inWorker("reviewRecord"),
  brokenGames: inWorker("brokenGames"),
  forget: inWorker("forget"),
  advise: inWorker("advise"),
  setBotPace: inWorker("setBotPace"),
  listen(id, curtain, after, listener) {
    const number = ++listening;
    listeners.set(number, listener);
    callWorker("listen", number, id, curtain, after).catch(() => listener.broken());
    return () => {
      listeners.delete(number);
      callWorker("stopListening", number).catch(() => undefined);
    };
  },
};
