/** Waits for what the server is still getting ready: the compiled rules, or the engine for browsers. */
import { Refused } from "./refused";

/** How far it is; `of` is 0 if that isn't known. */
export interface Progress {
  what: "rules" | "engine";
  done: number;
  of: number;
}

const WAITS: Record<string, Progress["what"]> = { getting_ready: "rules", engine_not_ready: "engine" };
const RETRY_DELAY = 1000;

/** Repeat a request until what it needs is ready; meanwhile `tell` how far that is, and null at the end. */
export async function whenReady<T>(request: () => Promise<T>, tell: (progress: Progress | null) => void): Promise<T> {
  try {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        const what = error instanceof Refused && WAITS[error.code];
        if (!what) throw error;
        const { done, of } = error.parameters;
        tell({ what, done: Number(done ?? 0), of: Number(of ?? 0) });
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
      }
    }
  } finally {
    tell(null);
  }
}
