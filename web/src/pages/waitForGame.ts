/** Waits at the server for people who want the same game: for as long as its stream of events is open. */
import { Refused } from "../lib/api";

export interface Wish {
  map: string;
  seats: number;
  kind: string;
  seconds: number;
}

/** How the waiting ended. */
export type End = { kind: "paired"; table: string } | { kind: "replaced" } | { kind: "refused"; refused: Refused };

export interface Waiting {
  /** Wait no more. */
  cancel(): void;
}

/** Begin to wait. A connection that is lost is made again, and the place in the queue is then a new one. */
export function waitForGame(wish: Wish, done: (end: End) => void): Waiting {
  const query = new URLSearchParams({
    map: wish.map,
    seats: String(wish.seats),
    clock: wish.kind,
    seconds: String(wish.seconds),
  });
  const stream = new EventSource(`/api/pairing?${query.toString()}`);
  const end = (how: End) => {
    stream.close();
    done(how);
  };
  stream.addEventListener("paired", (message: MessageEvent<string>) => end(JSON.parse(message.data) as End));
  stream.addEventListener("replaced", () => end({ kind: "replaced" }));
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED)
      end({ kind: "refused", refused: new Refused("unreachable", {}, null, null, "") });
  };
  return { cancel: () => stream.close() };
}
