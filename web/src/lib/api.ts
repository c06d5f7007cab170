/** The server's HTTP API, but for tables (remote.ts). The types come from the server's models (protocol.ts). */
import type { LessonState } from "./lesson";
import type { components } from "./protocol";
import { Refused } from "./refused";
import { fileUrl } from "./site";
import { version } from "./version.svelte";

export { Refused };

type Schemas = components["schemas"];
export type Advice = Schemas["Advice"];
export type ChatMessage = Schemas["ChatMessage"];
export type Clock = Schemas["Clock"];
/** A game with cues for a learner, in one language. */
export type Lesson = Schemas["Lesson"];
/** What the learner of a lesson is told at one moment. */
export type Cue = Schemas["LessonCue"];
export type LessonInfo = Schemas["LessonInfo"];
export type LevelInfo = Schemas["LevelInfo"];
export type MapInfo = Schemas["MapInfo"];
export type Move = Schemas["Move"];
export type Player = Schemas["PlayerInfo"];
/** What a player has achieved, as far as they show it to the reader. */
export type Profile = Schemas["ProfileInfo"];
export type Rating = Schemas["Rating"];
export type Encounter = Schemas["Encounter"];
/** A game of a player that is over. */
export type GameOutcome = Schemas["GameOutcome"];
/** To whom a player shows their profile. */
export type ShownTo = Schemas["ProfileOptions"]["shown_to"];
/** Which of a player's games are listed: the parameters of the address that are set. */
export type GameFilter = Partial<Record<"map" | "seats" | "result" | "opponent" | "since" | "until", string | number>>;
/** A position of a game between bots in which one move is clearly best. */
export type Puzzle = Schemas["Puzzle"];
export type Proposal = Schemas["Proposal"];
export type Result = Schemas["Result"];
export type ResultLine = Schemas["ResultLine"];
export type Rules = Schemas["Rules"];
export type SeatView = Schemas["SeatView"];
/** What is known of a game: chances of winning, grades, skill and luck; and of a record, what is wrong with it. */
export type Report = Schemas["Report"];
export type ReportStep = Schemas["ReportStep"];
export type RecordReport = Schemas["RecordReport"];
/** A table; one in this browser may be a lesson, an exercise, or a game that goes on from a moment of another. */
export type TableInfo = Schemas["TableInfo"] & { lesson?: LessonState; exercise?: true; variation?: true };
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
/** Who sits at a seat. This client adds whether it is yours, and which of the names of bots it has (people.ts). */
export type Seat = Schemas["Seat"] & { you?: boolean; botName?: number };
/** A map's drawing, with the names of its cities. */
export type Board = Schemas["Board"];
export type Track = Schemas["BoardTrack"];
export type Ticket = Schemas["BoardTicket"];
/** A map's cities, tracks, tickets and rules. */
export type MapDetails = Schemas["MapDetails"];
/** Each seat's points for routes at a ply. */
export type CoursePoint = Schemas["CoursePoint"];
export type ServerStatus = Schemas["ServerStatus"];
export type Course = Schemas["Course"];
export type MoveMade = Schemas["MoveMade"];
/** The kind of a table's clock, and its seconds per turn or game. */
export type ClockOptions = Required<Schemas["ClockOptions"]>;
/** The options of a new table. */
export type NewTable = Schemas["NewTable"];

/** One of a few fixed phrases. */
export type Reaction = Schemas["NewReaction"]["reaction"];
export type Device = Schemas["Device"];
export type Passkey = Schemas["Passkey"];
export type Challenge = Schemas["Challenge"];
export type Neighbour = Schemas["Neighbour"];
/** How the person gets notices while no page is open. */
export type Notices = Schemas["Notices"];

/** The events of a table's stream, by kind. */
export type TableEvent = Schemas["Event"];
export type EventKind = TableEvent["kind"];
export type EventOf<Kind extends EventKind> = Extract<TableEvent, { kind: Kind }>;

/** Errors that only a client of another version causes. */
const WRONG_VERSION = ["bad_body", "bad_json", "bad_path", "bad_method", "bad_media"];

/** How many milliseconds a request may take: a network that is gone often doesn't say so. */
const TIME_LIMIT = 20_000;

/** Send a request; throws Refused if it fails, or takes too long. */
export async function ask<T>(method: string, path: string, body?: unknown, limit = TIME_LIMIT): Promise<T> {
  let response: Response;
  let content: string;
  try {
    response = await fetch(path, {
      method,
      signal: AbortSignal.timeout(limit),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    content = await response.text();
  } catch {
    throw new Refused("unreachable", {}, null, null, "");
  }
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  if (!response.ok) {
    const error = (isJson ? JSON.parse(content) : {}) as Partial<Schemas["ErrorBody"]>;
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
  return (isJson ? JSON.parse(content) : content) as T;
}

/** The path of a table. */
export const tablePath = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

/** Read data that doesn't change; the static edition has it as files. */
const readFile = <T>(path: string) => ask<T>("GET", fileUrl(path));

/** The player of this browser; undefined if it has none. */
export const me = () => ask<Player | undefined>("GET", "/api/me?optional=true");
export const mute = (player: string, muted: boolean) => ask<void>("PUT", "/api/me/mutes", { player, muted });
/** Sign in with a code of another device; this browser then plays as that player. */
export const useCode = (code: string) => ask<Player>("POST", "/api/codes", { code });
export const block = (player: string, blocked: boolean) => ask<void>("PUT", "/api/me/blocks", { player, blocked });
export const chooseEmblem = (emblem: number | null) => ask<Player>("PUT", "/api/me/emblem", { emblem });
export const createPlayer = (name: string) => ask<Player>("POST", "/api/players", { name });
/** Make a table from a record, and play on there. */
export const importTable = (options: Schemas["ImportedTable"]) =>
  ask<TableInfo>("POST", "/api/tables/import", options, 3 * TIME_LIMIT);
export const rename = (name: string) => ask<Player>("PATCH", "/api/me", { name });
export const maps = () => readFile<MapInfo[]>("/api/maps");
export const levels = () => readFile<LevelInfo[]>("/api/levels");
export const lobby = () => ask<TableInfo[]>("GET", "/api/tables");
export const readMap = (name: string) => readFile<MapDetails>(`/api/maps/${encodeURIComponent(name)}`);
/** Sit down at a seat, or at the first free one; somebody who shares this browser may have a name of their own. */
export const sitDown = (id: string, seat?: number, name?: string) =>
  ask<TableInfo>("POST", `${tablePath(id)}/seats`, {
    ...(seat === undefined ? {} : { seat }),
    ...(name?.trim() ? { name } : {}),
  });
export const getUp = (id: string, seat: number) => ask<TableInfo>("DELETE", `${tablePath(id)}/seats/${seat}`);
/** The host removes a person before the start. */
export const removePerson = (id: string, seat: number) =>
  ask<TableInfo>("DELETE", `${tablePath(id)}/seats/${seat}/player`);
export const seatBot = (id: string, seat: number, level: string) =>
  ask<TableInfo>("PUT", `${tablePath(id)}/seats/${seat}/bot`, { level });
export const removeBot = (id: string, seat: number) => ask<TableInfo>("DELETE", `${tablePath(id)}/seats/${seat}/bot`);
export const sendHash = (id: string, seat: number, hash: string) =>
  ask<TableInfo>("POST", `${tablePath(id)}/hashes`, { seat, hash });
export const sendBytes = (id: string, seat: number, bytes: string) =>
  ask<TableInfo>("POST", `${tablePath(id)}/bytes`, { seat, bytes });
export const readChat = (id: string) => ask<ChatMessage[]>("GET", `${tablePath(id)}/chat`);
export const sendChat = (id: string, text: string) => ask<void>("POST", `${tablePath(id)}/chat`, { text });
export const sendReaction = (id: string, reaction: Reaction) =>
  ask<void>("POST", `${tablePath(id)}/reactions`, { reaction });
export const comeBack = (id: string, seat: number) => ask<TableInfo>("POST", `${tablePath(id)}/return`, { seat });
/** The report of a game that is over, as the server has it now. */
export const readReport = (id: string) => ask<Report>("GET", `${tablePath(id)}/report`);
/** Say for all your seats whether anybody may watch the replay, and whether they see your names. */
export const shareReplay = (id: string, agree: boolean, showName: boolean) =>
  ask<TableInfo>("POST", `${tablePath(id)}/sharing`, { agree, show_name: showName });

const profilePath = (player: string) => `/api/players/${encodeURIComponent(player)}`;
export const readProfile = (player: string) => ask<Profile>("GET", profilePath(player));
/** Games of a player that are over, the newest first; `skip` says how many the reader has already. */
export function readGames(player: string, filter: GameFilter, skip: number) {
  const query = Object.entries({ ...filter, skip }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return ask<Schemas["GameList"]>("GET", `${profilePath(player)}/games?${query.join("&")}`);
}
export const showProfileTo = (shownTo: ShownTo) => ask<void>("PUT", "/api/me/profile", { shown_to: shownTo });

const boards = new Map<string, Promise<Board>>();

/** A map's board; each map and language is requested once. */
export function readBoard(map: string, language: string): Promise<Board> {
  const path = `/boards/${encodeURIComponent(map)}/${language}`;
  const board = boards.get(path) ?? readFile<Board>(path);
  boards.set(path, board);
  board.catch(() => boards.delete(path));
  return board;
}

/** A lesson of a map in a language. */
export const readLesson = (map: string, lesson: string, language: string) =>
  readFile<Lesson>(`/lessons/${encodeURIComponent(map)}/${encodeURIComponent(lesson)}/${language}`);

/** The puzzles of a map. */
export const readPuzzles = (map: string) => readFile<Puzzle[]>(`/puzzles/${encodeURIComponent(map)}/all`);
