/** The one error of requests to tables, at a server or in this browser. It knows nothing of pages: workers throw it too. */
import type { Reason, View } from "./api";

/** A request that failed: the server's error, or `unreachable` if it didn't answer. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly parameters: Record<string, string | number>,
    readonly reason: Reason | null,
    readonly views: View[] | null,
    text: string,
    /** The table's last event when the views were written. */
    readonly seq = 0,
  ) {
    super(text);
  }
}
