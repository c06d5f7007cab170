/** The ids of tables, and who sits at them. */
import type { Seat } from "../lib/api";
import type { Game } from "./game";
import { refuse } from "./library";

/** The id of the person who plays in this browser. */
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

/** A seat that nobody has taken. */
export const newSeat = (seat: number, name = ""): Seat => ({
  seat,
  name,
  player: null,
  bot: null,
  away: false,
  resigned: false,
  invited: false,
  present: false,
});

/** The seats of a table where nobody plays any more, with the names and bots of its record. */
export const leaveSeats = (game: Game, names: string[]): Seat[] =>
  Array.from({ length: game.seats }, (_, seat) => {
    const name = names[seat] ?? "";
    return { ...newSeat(seat, name), bot: name in game.data.levels ? name : null };
  });

/** The seats of a new table: each is `you` or a level of bots. */
export function takeSeats(game: Game, seats: string[], nameOf: (seat: number) => string): Seat[] {
  return seats.map((taker, seat) => {
    if (taker === YOU) return { ...newSeat(seat, nameOf(seat)), player: PERSON, present: true };
    if (taker in game.data.levels) return { ...newSeat(seat, taker), bot: taker };
    throw refuse("bad_table", { problem: `No level named ${taker}.` });
  });
}
