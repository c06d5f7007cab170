/** Tables at the server, by HTTP and server-sent events. */
import {
  type Advice,
  ask,
  type Course,
  type EventKind,
  type MoveMade,
  type TableEvent,
  type TableInfo,
  tablePath,
  type TrackStatus,
  type Views,
} from "./api";
import type { Listener, Tables } from "./tables";

const RECONNECT_DELAY = 2000;
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
  proposed: true,
  agreed: true,
  declined: true,
  withdrawn: true,
  chat: true,
  rematch: true,
  presence: true,
  finished: true,
  abandoned: true,
  expired: true,
  skipped: true,
  hidden: true,
  beat: true,
  farewell: true,
};

export const remote: Tables = {
  makeTable: (options) => ask<TableInfo>("POST", "/api/tables", options),
  ownTables: () => ask<TableInfo[]>("GET", "/api/me/tables"),
  readTable: (id) => ask<TableInfo>("GET", tablePath(id)),
  readView: (id, seat) => ask<Views>("GET", `${tablePath(id)}/views?seat=${seat}`),
  readViews: (id, ply) => ask<Views>("GET", `${tablePath(id)}/views/${ply}`),
  readTrackStatus: (id, track, seat) =>
    ask<TrackStatus>("GET", `${tablePath(id)}/tracks/${encodeURIComponent(track)}?seat=${seat}`),
  readAdvice: (id, ply) => ask<Advice>("GET", `${tablePath(id)}/advice/${ply}`),
  readCourse: (id) => ask<Course>("GET", `${tablePath(id)}/course`),
  readRecord: (id, seat) => ask<string>("GET", `${tablePath(id)}/record${seat === undefined ? "" : `?seat=${seat}`}`),
  move: (id, seat, ply, text) => ask<MoveMade>("POST", `${tablePath(id)}/moves`, { seat, ply, move: text }),
  propose: (id, seat, ply, kind) => ask<TableInfo>("POST", `${tablePath(id)}/proposals`, { seat, ply, kind }),
  answerProposal: (id, seat, agree) => ask<TableInfo>("POST", `${tablePath(id)}/proposals/answer`, { seat, agree }),
  resign: (id, seat) => ask<TableInfo>("POST", `${tablePath(id)}/resign`, { seat }),
  rematch: (id) => ask<TableInfo>("POST", `${tablePath(id)}/rematch`),
  listen,
};

/** Listen to a table's events; after a lost connection, go on after the last one. */
function listen(id: string, curtain: boolean, after: string, listener: Listener): () => void {
  let position = after;
  let stream: EventSource;
  let closed = false;

  function connect() {
    const query = (curtain ? "&curtain=true" : "") + (position ? `&after=${encodeURIComponent(position)}` : "");
    const current = (stream = new EventSource(`/api/events?tables=${id}${query}`));
    for (const kind of Object.keys(KINDS))
      current.addEventListener(kind, (message: MessageEvent<string>) => {
        if (closed || current !== stream) return;
        position = message.lastEventId || position;
        listener.event(JSON.parse(message.data) as TableEvent, position);
      });
    current.onopen = () => !closed && listener.open();
    current.onerror = () => {
      if (closed || current !== stream) return;
      listener.broken();
      if (current.readyState === EventSource.CLOSED) setTimeout(() => closed || connect(), RECONNECT_DELAY);
    };
  }

  connect();
  return () => {
    closed = true;
    stream.close();
  };
}
