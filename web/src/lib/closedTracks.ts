/** Whose a track is, and which tracks nobody can claim any more. */
import type { Board, View } from "./api";

/** The seat that has claimed a track; -1 if none has. */
export const ownerOf = (view: View, track: string) => view.seats.findIndex(({ tracks }) => tracks.includes(track));

/** The open twins of claimed tracks, where there are too few players for both tracks of a double route. */
export function closedTracks(board: Board, view: View): Set<string> {
  if (view.seats.length >= board.bothTracksFrom) return new Set();
  const claimed = new Set(view.seats.flatMap(({ tracks }) => tracks));
  const route = ({ a, b }: { a: string; b: string }) => `${a} ${b}`;
  const routes = new Set(board.tracks.filter(({ id }) => claimed.has(id)).map(route));
  return new Set(
    board.tracks.filter((track) => !claimed.has(track.id) && routes.has(route(track))).map(({ id }) => id),
  );
}
