/** Calls of functions in a worker: each has a number, and is answered under it. */
import { Refused } from "../lib/refused";

/** What messages go through: a worker, or from within a worker its own scope. */
export type Port = Pick<Worker, "postMessage" | "onmessage"> & Partial<Pick<Worker, "onerror">>;

interface Call {
  n: number;
  name: string;
  args: unknown[];
}

interface Answer {
  n: number;
  answer?: unknown;
  refused?: Pick<Refused, "code" | "parameters" | "reason" | "views" | "message" | "seq">;
}

/** Calls functions in a worker. */
export class WorkerCalls {
  private readonly waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  private made = 0;
  private failed: Refused | null = null;

  /** `other` gets messages that answer no call. */
  constructor(
    private readonly port: Port,
    other: (message: unknown) => void = () => undefined,
  ) {
    port.onmessage = ({ data }: MessageEvent<Answer>) => (data.n ? this.take(data) : other(data));
    port.onerror = () => this.fail(); // its script can't be loaded or run here
  }

  call(name: string, ...args: unknown[]): Promise<unknown> {
    if (this.failed) return Promise.reject(this.failed);
    return new Promise((resolve, reject) => {
      const n = ++this.made;
      this.waiting.set(n, { resolve, reject });
      this.port.postMessage({ n, name, args } satisfies Call);
    });
  }

  private take({ n, answer, refused }: Answer) {
    const call = this.waiting.get(n);
    this.waiting.delete(n);
    if (!refused) return call?.resolve(answer);
    const { code, parameters, reason, views, message, seq } = refused;
    call?.reject(new Refused(code, parameters, reason, views, message, seq));
  }

  private fail() {
    this.failed = new Refused("no_engine", {}, null, null, "");
    for (const { reject } of this.waiting.values()) reject(this.failed);
    this.waiting.clear();
  }
}

/** Functions by name. */
type Functions = Record<string, (...args: never[]) => unknown>;

/** In a worker: answer calls of some functions, or else of an object's. An error that is no refusal is a fault. */
export function answerCalls(port: Port, functions: Functions, object: () => object = () => functions) {
  const answer = async ({ n, name, args }: Call): Promise<Answer> => {
    try {
      const owner = (name in functions ? functions : object()) as Functions;
      return { n, answer: await owner[name]!(...(args as never[])) };
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error);
      const refused =
        error instanceof Refused ? error : new Refused("failed", { number: 0 }, null, null, String(error));
      const { code, parameters, reason, views, message, seq } = refused;
      return { n, refused: { code, parameters, reason, views, message, seq } };
    }
  };
  port.onmessage = ({ data }: MessageEvent<Call>) => void answer(data).then((found) => port.postMessage(found));
}
