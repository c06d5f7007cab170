/** The server's HTTP API: its types and a function for each request. */
import { version } from "./version.svelte";

export interface Move {
  text: string;
  kind: "pass" | "draw" | "tickets" | "take" | "keep" | "swap" | "give up" | "pay" | "station" | "claim";
  card?: string;
  places?: number[];
  city?: string;
  track?: string;
  colour?: string;
  coloured?: number;
  locomotives?: number;
  swaps?: number;
}

export type Bag = Record<string, number>;

export interface SeatView {
  cars: number;
  points: number;
  stations_left: number;
  stations: string[];
  tracks: string[];
  cards: number;
  tickets_kept: number;
  tickets: string[] | null;
}

export interface TicketStatus {
  ticket: string;
  points: number;
  state: "done" | "possible" | "impossible";
  path: string[];
}

export interface Reason {
  code: string;
  parameters: Record<string, string | number>;
}

export interface ResultLine extends Reason {
  points: number;
  /** The tracks that the points are for, in order along a path. */
  tracks: string[];
}

export interface Result {
  seats: { seat: number; total: number; place: number; lines: ResultLine[]; longest_path: string[] }[];
  winners: number[];
  reason: Reason;
}

/** Whether a seat can claim a track, why not, and what it takes. */
export interface TrackStatus {
  track: string;
  state: "open" | "closed";
  owner: number | null;
  /** Why the track is closed. */
  reason: Reason | null;
  /** The claims that the hand can pay. */
  ways: Move[];
  /** The fewest cards that the hand lacks. */
  missing: { colour: string | null; coloured: number; locomotives: number; swap_cards: number } | null;
  /** What the seat has to do before it can claim any track. */
  not_now: Reason | null;
}

export interface View {
  map: string;
  ply: number;
  phase: string;
  movers: number[];
  viewer: number;
  last_round: number;
  due: number;
  claim: string | null;
  city: string | null;
  deck: number;
  face_up: Bag;
  discards: Bag;
  laid: Bag;
  turned: Bag;
  ticket_deck: number;
  seats: SeatView[];
  hand: Bag | null;
  offer: string[];
  chosen: string[] | null;
  outlook: TicketStatus[];
  legal: Move[];
  result?: Result;
}

export interface Sitter {
  seat: number;
  player: string | null;
  name: string;
  bot: string | null;
  away: boolean;
  /** Milliseconds of a budget that are left. */
  left?: number;
}

export interface Clock {
  kind: "none" | "turn" | "game";
  seconds: number;
  began: number;
  /** The server's time, where time is measured. */
  now?: number;
}

export interface Proposal {
  kind: "undo" | "end";
  by: number;
  agreed: number[];
}

/** Something that was said at the table. */
export interface ChatMessage {
  id: number;
  player: string;
  name: string;
  text: string;
}

/** How time is measured at a table. */
export type Timing = Pick<Clock, "kind" | "seconds">;

/** What somebody wants of a table. */
export interface Wish {
  map: string;
  seats: string[];
  listed: boolean;
  watchable: boolean;
  clock?: Timing;
  gone_after?: number;
}

export interface TableSaid {
  id: string;
  map: string;
  digest: string;
  state: "open" | "playing" | "finished" | "expired" | "abandoned";
  step: "seats" | "hashes" | "bytes" | "done";
  ply: number;
  seats: Sitter[];
  yours: number[];
  host: string;
  clock: Clock;
  proposal: Proposal | null;
  rematch?: string;
  listed: boolean;
  watchable: boolean;
  fairness: { commitment: string; sent: number[]; hashes?: (string | null)[] };
}

export interface MapSaid {
  map: string;
  digest: string;
  titles: Record<string, string>;
  min_seats: number;
  max_seats: number;
}

/** The amounts in which maps differ. */
export interface Rules {
  min_seats: number;
  max_seats: number;
  cars: number;
  stations: number;
  colours: string[];
  cards_per_colour: number;
  locomotives: number;
  locomotives_anywhere: boolean;
  locomotive_ends_draw: boolean;
  sweep: number;
  /** Face-up cards may be taken while deck and discards are empty. */
  take_without_deck: boolean;
  first_cards: number;
  first_long_tickets: number;
  first_short_tickets: number;
  first_keep: number;
  first_return: string;
  draw_tickets: number;
  draw_keep: number;
  draw_return: string;
  both_tracks_from: number;
  last_round: number;
  points: number[];
  globetrotter: number;
  express: number;
  station_value: number;
  attraction_value: number;
  tie_breaks: string[];
}

/** A map with all that is printed on it. */
export interface Printed {
  map: string;
  rules: Rules;
  tickets: { ticket: string; deck: string }[];
}

/** What a level thinks of the moves at a ply: the best few of the seat that decides there. */
export interface Advice {
  ply: number;
  seat: number;
  level: string;
  /** The tickets to choose from, if that is what is decided. */
  offer: string[];
  /** A value is from 0, a lost game, to 1, one that is won by far. */
  opinions: { move: Move; value: number }[];
}

/** All seats' points for routes at a ply. */
export interface Moment {
  ply: number;
  points: number[];
}

export interface Track {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: string;
  tunnel: boolean;
  locomotives: number;
  swap: number;
  slots: [number, number, number][];
}

export interface Ticket {
  id: string;
  a: string;
  b: string;
  points: number;
  /** The tracks of a shortest path between its cities. */
  path: string[];
}

export interface Sheet {
  map: string;
  title: string;
  names: Record<string, string>;
  colours: string[];
  carColours: string[];
  /** How many cards are turned over for a tunnel. */
  tunnelCards: number;
  signs: Record<string, string>;
  locomotive: string;
  viewBox: [number, number, number, number];
  slot: { length: number; width: number };
  cityRadius: number;
  cities: { id: string; x: number; y: number; attraction: boolean }[];
  tracks: Track[];
  tickets: Ticket[];
  defs: string;
  under: string;
  over: string;
}

/** The body of an error. */
interface ErrorBody {
  code: string;
  text: string;
  parameters: Record<string, string | number>;
  reason: Reason;
  views: View[];
}

/** The server refused something, and nothing has changed. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly parameters: Record<string, string | number>,
    readonly reason: Reason | null,
    readonly views: View[] | null,
    text: string,
  ) {
    super(text);
  }
}

/** What only a page of another version would ask. */
const MISUNDERSTOOD = ["bad_body", "bad_json", "bad_path", "bad_method", "bad_media"];

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Refused("unreachable", {}, null, null, "");
  }
  const type = answer.headers.get("content-type") ?? "";
  if (!answer.ok) {
    const said = (type.includes("json") ? await answer.json() : {}) as Partial<ErrorBody>;
    if (said.code && MISUNDERSTOOD.includes(said.code)) void version.check();
    throw new Refused(
      said.code ?? "failed",
      said.parameters ?? { number: answer.status },
      said.reason ?? null,
      said.views ?? null,
      said.text ?? "",
    );
  }
  if (answer.status === 204) return undefined as T;
  return type.includes("json") ? (answer.json() as Promise<T>) : ((await answer.text()) as T);
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const me = () => ask<{ id: string; name: string; muted: string[] }>("GET", "/api/me");
export const mute = (player: string, muted: boolean) => ask<void>("PUT", "/api/me/mutes", { player, muted });
export const become = (name: string) => ask<{ id: string; name: string }>("POST", "/api/players", { name });
export const rename = (name: string) => ask<{ id: string; name: string }>("PATCH", "/api/me", { name });
export const maps = () => ask<MapSaid[]>("GET", "/api/maps");
export const levels = () => ask<{ level: string }[]>("GET", "/api/levels");
export const lobby = () => ask<TableSaid[]>("GET", "/api/tables");
export const ownTables = () => ask<TableSaid[]>("GET", "/api/me/tables");
export const makeTable = (wish: Wish) => ask<TableSaid>("POST", "/api/tables", wish);
export const readMap = (name: string) => ask<Printed>("GET", `/api/maps/${encodeURIComponent(name)}`);
export const readTable = (id: string) => ask<TableSaid>("GET", table(id));
export const readViews = (id: string, ply: number) => ask<{ views: View[] }>("GET", `${table(id)}/views/${ply}`);
export const readTrackStatus = (id: string, track: string, seat: number) =>
  ask<TrackStatus>("GET", `${table(id)}/tracks/${encodeURIComponent(track)}?seat=${seat}`);
export const readAdvice = (id: string, ply: number) => ask<Advice>("GET", `${table(id)}/advice/${ply}`);
export const readCourse = (id: string) => ask<{ course: Moment[] }>("GET", `${table(id)}/course`);
export const sitDown = (id: string, seat?: number) =>
  ask<TableSaid>("POST", `${table(id)}/seats`, seat === undefined ? {} : { seat });
export const getUp = (id: string, seat: number) => ask<TableSaid>("DELETE", `${table(id)}/seats/${seat}`);
export const seatBot = (id: string, seat: number, level: string) =>
  ask<TableSaid>("PUT", `${table(id)}/seats/${seat}/bot`, { level });
export const freeBot = (id: string, seat: number) => ask<TableSaid>("DELETE", `${table(id)}/seats/${seat}/bot`);
export const sendHash = (id: string, seat: number, hash: string) =>
  ask<TableSaid>("POST", `${table(id)}/hashes`, { seat, hash });
export const sendBytes = (id: string, seat: number, bytes: string) =>
  ask<TableSaid>("POST", `${table(id)}/bytes`, { seat, bytes });
export const move = (id: string, seat: number, ply: number, text: string) =>
  ask<{ ply: number; seat: number; view: View }>("POST", `${table(id)}/moves`, { seat, ply, move: text });
/** What one seat sees; -1: what everybody may see. */
export const readView = async (id: string, seat: number) =>
  (await ask<{ views: View[] }>("GET", `${table(id)}/views?seat=${seat}`)).views[0]!;
export const readRecord = (id: string, seat?: number) =>
  ask<string>("GET", `${table(id)}/record${seat === undefined ? "" : `?seat=${seat}`}`);
export const propose = (id: string, seat: number, ply: number, kind: Proposal["kind"]) =>
  ask<TableSaid>("POST", `${table(id)}/proposals`, { seat, ply, kind });
export const answer = (id: string, seat: number, agree: boolean) =>
  ask<TableSaid>("POST", `${table(id)}/proposals/answer`, { seat, agree });
export const readChat = (id: string) => ask<ChatMessage[]>("GET", `${table(id)}/chat`);
export const sendChat = (id: string, text: string) => ask<void>("POST", `${table(id)}/chat`, { text });
export const comeBack = (id: string, seat: number) => ask<TableSaid>("POST", `${table(id)}/return`, { seat });
export const rematch = (id: string) => ask<TableSaid>("POST", `${table(id)}/rematch`);
const sheets = new Map<string, Promise<Sheet>>();

/** A map to draw; it is asked for once. */
export function readSheet(digest: string, language: string): Promise<Sheet> {
  const path = `/boards/${digest}/${language}`;
  const found = sheets.get(path) ?? ask<Sheet>("GET", path);
  sheets.set(path, found);
  found.catch(() => sheets.delete(path));
  return found;
}
