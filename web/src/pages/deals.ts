/** Deals that several people play: the deal of the day and duplicate matches, at the server and in words. */
import { reader, say, utcDay } from "../i18n/i18n.svelte";
import { ask, type MapInfo, type TableInfo } from "../lib/api";
import type { components } from "../lib/protocol";
import { pointsText } from "../lib/text";
import { changeText } from "./profileText";

type Schemas = components["schemas"];
export type DailyDeal = Schemas["DailyDeal"];
export type DailyPage = Schemas["DailyPage"];
export type Duplicate = Schemas["DuplicateInfo"];
export type Score = Schemas["Score"];
type OwnTry = Schemas["OwnTry"];

const dailyPath = (map: string) => `/api/daily/${encodeURIComponent(map)}`;
export const readDailyDeals = () => ask<DailyDeal[]>("GET", "/api/daily");
export const readDaily = (map: string, day: string) => ask<DailyPage>("GET", `${dailyPath(map)}/${day}`);
/** Begin today's deal, or go on with it: there is one table for each person. */
export const playDaily = (map: string) => ask<TableInfo>("POST", dailyPath(map));

const duplicatePath = (id: string) => `/api/duplicates/${encodeURIComponent(id)}`;
export const makeDuplicate = (options: Schemas["NewDuplicate"]) => ask<Duplicate>("POST", "/api/duplicates", options);
export const readDuplicate = (id: string) => ask<Duplicate>("GET", duplicatePath(id));
export const joinDuplicate = (id: string) => ask<Duplicate>("PUT", `${duplicatePath(id)}/players/me`);
export const leaveDuplicate = (id: string) => ask<Duplicate>("DELETE", `${duplicatePath(id)}/players/me`);
export const startDuplicate = (id: string) => ask<Duplicate>("POST", `${duplicatePath(id)}/start`);
export const endDuplicate = (id: string) => ask<Duplicate>("POST", `${duplicatePath(id)}/end`);
export const playBoard = (id: string, board: number) => ask<TableInfo>("POST", `${duplicatePath(id)}/boards/${board}`);

/** The day it is for the deals: in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A day of the deals in the reader's language; like "19 November". */
export const dayText = (day: string): string => utcDay(Date.parse(day));

/** Points and margin: "112 (+14)". */
export const resultText = ({ points, margin }: { points: number; margin: number }): string =>
  `${pointsText(points)} (${changeText(margin)})`;

/** How somebody's own try stands. */
export function tryText(own: OwnTry | undefined): string {
  if (!own) return say("daily_not_played");
  if (own.state === "playing") return say("daily_playing");
  if (own.points === undefined || own.margin === undefined) return say("daily_gave_up");
  const result = resultText({ points: own.points, margin: own.margin });
  return own.rank ? `${say("daily_place", { n: own.rank })} · ${result}` : result;
}

/** The title of a map in the reader's language. */
export const mapTitle = (known: MapInfo[], map: string): string =>
  known.find((one) => one.map === map)?.titles[reader.language] ?? map;
