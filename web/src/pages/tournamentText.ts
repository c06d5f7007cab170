/** What the pages of tournaments write in the reader's language. */
import { numberText, reader, say } from "../i18n/i18n.svelte";
import type { MapInfo } from "../lib/api";
import type { Entrant, TournamentSummary } from "../lib/tournaments";

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
