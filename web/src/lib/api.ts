/** The server's HTTP API: one function per request. The types come from the server's models (protocol.ts). */
import type { components } from "./protocol";
import { version } from "./version.svelte";

type Schemas = components["schemas"];
export type Advice = Schemas["Advice"];
export type ChatMessage = Schemas["ChatMessage"];
export type Clock = Schemas["Clock"];
export type MapInfo = Schemas["MapInfo"];
export type Move = Schemas["Move"];
export type Proposal = Schemas["Proposal"];
export type Result = Schemas["Result"];
export type ResultLine = Schemas["ResultLine"];
export type Rules = Schemas["Rules"];
export type SeatView = Schemas["SeatView"];
export type TableInfo = Schemas["TableInfo"];
export type TicketStatus = Schemas["TicketStatus"];
/** Whether a seat can claim a track, why not, and what it takes. */
export type TrackStatus = Omit<Schemas["TrackStatus"], "reason" | "not_now"> & {
  reason: Reason | null;
  not_now: Reason | null;
};
export type View = Schemas["View"];
export type Views = Schemas["Views"];
/** The number of cards of each colour. */
export type CardCounts = View["face_up"];
/** An error code with parameters; text.ts has its sentence in the reader's language. */
export type Reason = Pick<Schemas["Reason"], "code" | "parameters">;
/** Who sits at a seat. */
export type Seat = Schemas["Seat"];
/** A map's drawing, with the names of its cities. */
export type Board = Schemas["Board"];
export type Track = Schemas["BoardTrack"];
export type Ticket = Schemas["BoardTicket"];
/** A map's cities, tracks, tickets and rules. */
export type MapDetails = Schemas["MapDetails"];
/** Each seat's points for routes at a ply. */
export type CoursePoint = Schemas["CoursePoint"];
export type Course = Schemas["Course"];
export type MoveMade = Schemas["MoveMade"];
/** The kind of a table's clock, and its seconds per turn or game. */
export type ClockOptions = Required<Schemas["ClockOptions"]>;
/** The options of a new table. */
export type NewTable = Schemas["NewTable"];

/** The events of a table's stream, by kind. */
export type TableEvent = Schemas["Event"];
export type EventKind = TableEvent["kind"];
export type EventOf<Kind extends EventKind> = Extract<TableEvent, { kind: Kind }>;

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

/** Errors that only a client of another version causes. */
const WRONG_VERSION = ["bad_body", "bad_json", "bad_path", "bad_method", "bad_media"];

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Refused("unreachable", {}, null, null, "");
  }
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok) {
    const error = (type.includes("json") ? await response.json() : {}) as Partial<Schemas["ErrorBody"]>;
    if (error.code && WRONG_VERSION.includes(error.code)) void version.check();
    throw new Refused(
      error.code ?? "failed",
      error.parameters ?? { number: response.status },
      error.reason ?? null,
      error.views ?? null,
      error.text ?? "",
      error.seq,
    );
  }
  if (response.status === 204) return undefined as T;
  return type.includes("json") ? (response.json() as Promise<T>) : ((await response.text()) as T);
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const me = () => ask<Schemas["PlayerInfo"]>("GET", "/api/me");
export const mute = (player: string, muted: boolean) => ask<void>("PUT", "/api/me/mutes", { player, muted });
export const createPlayer = (name: string) => ask<Schemas["NewPlayerInfo"]>("POST", "/api/players", { name });
export const rename = (name: string) => ask<Schemas["PlayerInfo"]>("PATCH", "/api/me", { name });
export const maps = () => ask<MapInfo[]>("GET", "/api/maps");
export const levels = () => ask<Schemas["LevelInfo"][]>("GET", "/api/levels");
export const lobby = () => ask<TableInfo[]>("GET", "/api/tables");
export const ownTables = () => ask<TableInfo[]>("GET", "/api/me/tables");
export const makeTable = (options: NewTable) => ask<TableInfo>("POST", "/api/tables", options);
export const readMap = (name: string) => ask<MapDetails>("GET", `/api/maps/${encodeURIComponent(name)}`);
export const readTable = (id: string) => ask<TableInfo>("GET", table(id));
export const readViews = (id: string, ply: number) => ask<Views>("GET", `${table(id)}/views/${ply}`);
export const readTrackStatus = (id: string, track: string, seat: number) =>
  ask<TrackStatus>("GET", `${table(id)}/tracks/${encodeURIComponent(track)}?seat=${seat}`);
export const readAdvice = (id: string, ply: number) => ask<Advice>("GET", `${table(id)}/advice/${ply}`);
export const readCourse = (id: string) => ask<Course>("GET", `${table(id)}/course`);
export const sitDown = (id: string, seat?: number) =>
  ask<TableInfo>("POST", `${table(id)}/seats`, seat === undefined ? {} : { seat });
export const getUp = (id: string, seat: number) => ask<TableInfo>("DELETE", `${table(id)}/seats/${seat}`);
export const seatBot = (id: string, seat: number, level: string) =>
  ask<TableInfo>("PUT", `${table(id)}/seats/${seat}/bot`, { level });
export const removeBot = (id: string, seat: number) => ask<TableInfo>("DELETE", `${table(id)}/seats/${seat}/bot`);
export const sendHash = (id: string, seat: number, hash: string) =>
  ask<TableInfo>("POST", `${table(id)}/hashes`, { seat, hash });
export const sendBytes = (id: string, seat: number, bytes: string) =>
  ask<TableInfo>("POST", `${table(id)}/bytes`, { seat, bytes });
export const move = (id: string, seat: number, ply: number, text: string) =>
  ask<MoveMade>("POST", `${table(id)}/moves`, { seat, ply, move: text });
/** What one seat sees; -1: what a spectator sees. */
export const readView = (id: string, seat: number) => ask<Views>("GET", `${table(id)}/views?seat=${seat}`);
export const readRecord = (id: string, seat?: number) =>
  ask<string>("GET", `${table(id)}/record${seat === undefined ? "" : `?seat=${seat}`}`);
export const propose = (id: string, seat: number, ply: number, kind: Proposal["kind"]) =>
  ask<TableInfo>("POST", `${table(id)}/proposals`, { seat, ply, kind });
export const answerProposal = (id: string, seat: number, agree: boolean) =>
  ask<TableInfo>("POST", `${table(id)}/proposals/answer`, { seat, agree });
export const readChat = (id: string) => ask<ChatMessage[]>("GET", `${table(id)}/chat`);
export const sendChat = (id: string, text: string) => ask<void>("POST", `${table(id)}/chat`, { text });
export const comeBack = (id: string, seat: number) => ask<TableInfo>("POST", `${table(id)}/return`, { seat });
export const rematch = (id: string) => ask<TableInfo>("POST", `${table(id)}/rematch`);
const boards = new Map<string, Promise<Board>>();

/** A map's board; each map and language is requested once. */
export function readBoard(map: string, language: string): Promise<Board> {
  const path = `/boards/${encodeURIComponent(map)}/${language}`;
  const board = boards.get(path) ?? ask<Board>("GET", path);
  boards.set(path, board);
  board.catch(() => boards.delete(path));
  return board;
}
