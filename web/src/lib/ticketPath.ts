/** The path of a ticket in words, for people who don't see the board. */
import { listText, say } from "../i18n/i18n.svelte";
import type { Board, TicketStatus, Track, View } from "./api";
import { ownerOf } from "./closedTracks";
import { trackName } from "./text";

/** The tracks of a ticket's path from its first city to its second; empty if there is no path. */
export function pathTracks(board: Board, status: TicketStatus): Track[] {
  const ticket = board.tickets.find(({ id }) => id === status.ticket)!;
  const left = new Set(board.tracks.filter(({ id }) => status.path.includes(id)));
  const ordered: Track[] = [];
  for (let city = ticket.a; left.size;) {
    const track = [...left].find(({ a, b }) => a === city || b === city);
    if (!track) break;
    left.delete(track);
    ordered.push(track);
    city = otherEnd(track, city);
  }
  return ordered;
}

const otherEnd = (track: Track, city: string) => (track.a === city ? track.b : track.a);

/** The cities on a ticket's path, what is still to claim of it, and what a station would have to lend. */
export function ticketPathText(board: Board, view: View, status: TicketStatus): string {
  const tracks = pathTracks(board, status);
  if (!tracks.length) return say("path_none");
  let city = board.tickets.find(({ id }) => id === status.ticket)!.a;
  const cities = [city, ...tracks.map((track) => (city = otherEnd(track, city)))].map((id) => board.names[id] ?? id);
  const owner = ({ id }: Track) => ownerOf(view, id);
  const named = (list: Track[]) => list.map((track) => trackName(board, track)).join("; ");
  const unclaimed = tracks.filter((track) => owner(track) < 0);
  const others = tracks.filter((track) => owner(track) >= 0 && owner(track) !== view.viewer);
  return [
    say("path_through", { cities: listText(cities, "narrow") }),
    ...(unclaimed.length ? [say("path_unclaimed", { tracks: named(unclaimed) })] : []),
    ...(others.length ? [say("path_borrowed", { tracks: named(others) })] : []),
  ].join(" ");
}
