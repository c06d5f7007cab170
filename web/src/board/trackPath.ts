/** The line through a track's slots, and the part of a board around some tracks and cities. */
import type { Sheet, Track } from "../lib/api";
import type { Part } from "./viewport";

/** A line through a track's slots. */
export function trackPath(sheet: Sheet, track: Track): string {
  const half = sheet.slot.length / 2;
  const at = ([x, y, turn]: [number, number, number], far: number) =>
    `${(x + far * Math.cos((turn * Math.PI) / 180)).toFixed(1)},${(y + far * Math.sin((turn * Math.PI) / 180)).toFixed(1)}`;
  return "M" + track.slots.map((slot) => `${at(slot, -half)} ${at(slot, half)}`).join("L");
}

/** The part of a board that shows these tracks and cities, as wide as twice its height at least. */
export function detail(sheet: Sheet, tracks: Track[], cities: string[] = []): Part {
  const ends = new Set([...cities, ...tracks.flatMap((track) => [track.a, track.b])]);
  const points = [
    ...tracks.flatMap((track) => track.slots.map(([x, y]) => [x, y] as const)),
    ...sheet.cities.filter((city) => ends.has(city.id)).map((city) => [city.x, city.y] as const),
  ];
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const room = 3.2 * sheet.slot.length;
  const h = Math.max(bottom - top + room, (right - left + room) / 2);
  const w = 2 * h;
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
}
