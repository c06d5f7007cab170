/** What the client can do with tournaments. */
import { ask } from "./api";
import type { components } from "./protocol";

type Schemas = components["schemas"];
export type Tournament = Schemas["TournamentInfo"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type NewTournament = Schemas["NewTournament"];
export type Meeting = Schemas["TournamentMeeting"];
export type Entrant = Schemas["Entrant"];
export type Format = TournamentSummary["format"];

const FOLDER = "/api/tournaments";
const pathOf = (id: string) => `${FOLDER}/${encodeURIComponent(id)}`;

// The browser keeps these answers with their tags, so that asking again costs little.
export const listTournaments = () => ask<TournamentSummary[]>("GET", FOLDER);
export const readTournament = (id: string) => ask<Tournament>("GET", pathOf(id));
export const makeTournament = (options: NewTournament) => ask<Tournament>("POST", FOLDER, options);
export const enter = (id: string) => ask<Tournament>("PUT", `${pathOf(id)}/entry`);
export const dropOut = (id: string) => ask<Tournament>("DELETE", `${pathOf(id)}/entry`);
export const removeEntrant = (id: string, entry: number) =>
  ask<Tournament>("DELETE", `${pathOf(id)}/entrants/${entry}`);
export const start = (id: string) => ask<Tournament>("POST", `${pathOf(id)}/start`);
export const callOff = (id: string) => ask<Tournament>("DELETE", pathOf(id));
