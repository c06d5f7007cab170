/** The ids of tables, and who sits at them. */
import type { Seat } from "../lib/api";
import type { Game } from "./game";
import { refuse } from "./library";

/** The id of whoever plays in this browser. */
export const PERSON = "local";
/** The taker of a seat who plays in this browser; the others are levels of bots. */
export const YOU = "you";
export const ID = /^[A-Za-z0-9_-]{22}$/;

/** 128 random bits in 22 characters, as a server's ids. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .slice(0, 22);
}

/** The seats of a table where nobody plays any more, with the names and bots of its record. */
export const leaveSeats = (game: Game, names: string[]): Seat[] =>
  Array.from({ length: game.seats }, (_, seat) => {
    const name = names[seat] ?? "";
    return { seat, player: null, name, bot: name in game.data.levels ? name : null, away: false };
  });

/** The seats of a new table: each is `you` or a level of bots. */
export function takeSeats(game: Game, seats: string[], nameOf: (seat: number) => string): Seat[] {
  return seats.map((taker, seat) => {
    if (taker === YOU) return { seat, player: PERSON, name: nameOf(seat), bot: null, away: false };
    if (taker in game.data.levels) return { seat, player: null, name: taker, bot: taker, away: false };
    throw refuse("bad_table", { problem: `No level named ${taker}.` });
  });
}
