/** In a browser: functions that tests call in the page, to ask a worker or the page's own thread. */
import { answer, type Question } from "./answer";
import { fetchFile } from "./fetchFile";

function makeWorker(): Worker {
  return new Worker("worker.js", { type: "module" });
}

function askWorker(worker: Worker, question: Question): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ found: unknown; error?: string }>) => {
      if (data.error === undefined) resolve(data.found);
      else reject(new Error(data.error));
    };
    worker.postMessage(question);
  });
}

/** The milliseconds until a new worker has the module compiled and a game loaded. */
async function startWorker(game: string): Promise<number> {
  const began = performance.now();
  const worker = makeWorker();
  await askWorker(worker, { what: "open", game, settings: {} });
  worker.terminate();
  return performance.now() - began;
}

/** The answer of the page's own thread, and how many seconds it took. */
async function askHere(question: Question): Promise<{ found: unknown; seconds: number }> {
  const began = performance.now();
  const found = await answer(question, fetchFile);
  return { found, seconds: (performance.now() - began) / 1000 };
}

const worker = makeWorker();
Object.assign(window, { ask: (question: Question) => askWorker(worker, question), askHere, startWorker });
