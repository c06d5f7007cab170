/** Tables at the server, by HTTP and server-sent events. */
import {
  type Advice,
  ask,
  type Course,
  type MoveMade,
  readReport,
  type TableInfo,
  tablePath,
  type TrackStatus,
  type Views,
} from "./api";
import { listenToServer } from "./stream";
import type { Tables } from "./tables";

export const remote: Tables = {
  makeTable: (options) => ask<TableInfo>("POST", "/api/tables", options),
  ownTables: () => ask<TableInfo[]>("GET", "/api/me/tables"),
  readTable: (id) => ask<TableInfo>("GET", tablePath(id)),
  readView: (id, seat) => ask<Views>("GET", `${tablePath(id)}/views?seat=${seat}`),
  readViews: (id, ply, open = false) => ask<Views>("GET", `${tablePath(id)}/views/${ply}${open ? "?open=true" : ""}`),
  readTrackStatus: (id, track, seat) =>
    ask<TrackStatus>("GET", `${tablePath(id)}/tracks/${encodeURIComponent(track)}?seat=${seat}`),
  readAdvice: (id, ply) => ask<Advice>("GET", `${tablePath(id)}/advice/${ply}`),
  readCourse: (id) => ask<Course>("GET", `${tablePath(id)}/course`),
  readReport,
  readRecord: (id, seat) => ask<string>("GET", `${tablePath(id)}/record${seat === undefined ? "" : `?seat=${seat}`}`),
  move: (id, seat, ply, text) => ask<MoveMade>("POST", `${tablePath(id)}/moves`, { seat, ply, move: text }),
  propose: (id, seat, ply, kind) => ask<TableInfo>("POST", `${tablePath(id)}/proposals`, { seat, ply, kind }),
  answerProposal: (id, seat, agree) => ask<TableInfo>("POST", `${tablePath(id)}/proposals/answer`, { seat, agree }),
  resign: (id, seat) => ask<TableInfo>("POST", `${tablePath(id)}/resign`, { seat }),
  rematch: (id) => ask<TableInfo>("POST", `${tablePath(id)}/rematch`),
  listen: listenToServer,
};
