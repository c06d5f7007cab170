/** What the pages of tournaments write in the reader's language. */
import { numberText, reader, say } from "../i18n/i18n.svelte";
import type { MapInfo } from "../lib/api";
import type { Entrant, TournamentSummary } from "../lib/tournaments";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Its name, or what it is. */
export const titleOf = ({ name, format, map }: TournamentSummary, known: MapInfo[]): string =>
  name || `${say(`tournament_${format}`)} · ${mapTitle(map, known)}`;

export const mapTitle = (map: string, known: MapInfo[]): string =>
  known.find((info) => info.map === map)?.titles[reader.language] ?? map;

/** How far it has come. */
export function stateText({ state, round, rounds }: TournamentSummary): string {
  if (state === "running") return say("tournament_round_of", { round, rounds: Math.max(round, rounds) });
  return say(`tournament_state_${state}`);
}

export const nameOf = ({ name }: Entrant): string => name || say("tournament_deleted");

/** Points: at most two places behind the point. */
export const pointsText = (points: number): string => numberText(Math.round(points * 100) / 100);

/** A day and a time. */
export const momentText = (at: number): string =>
  new Date(at).toLocaleString(reader.language, { dateStyle: "medium", timeStyle: "short" });

/** How long something takes yet: "in 5 minutes". */
export function untilText(milliseconds: number): string {
  const units = [
    ["day", DAY],
    ["hour", HOUR],
    ["minute", MINUTE],
  ] as const;
  const [unit, length] = units.find(([, length]) => milliseconds >= length) ?? (["second", 1000] as const);
  const count = Math.max(0, Math.floor(milliseconds / length));
  return new Intl.RelativeTimeFormat(reader.language).format(count, unit);
}
