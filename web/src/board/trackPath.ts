/** The line through a track's slots, the outline around them, and the part of a board around some tracks and cities. */
import type { Board, Track } from "../lib/api";
import type { Part } from "./viewport";

/** A line through a track's slots. */
export function trackPath(board: Board, track: Track): string {
  const half = board.slot.length / 2;
  const at = ([x, y, turn]: [number, number, number], distance: number) =>
    `${(x + distance * Math.cos((turn * Math.PI) / 180)).toFixed(1)},${(y + distance * Math.sin((turn * Math.PI) / 180)).toFixed(1)}`;
  return "M" + track.slots.map((slot) => `${at(slot, -half)} ${at(slot, half)}`).join("L");
}

/** A ring around a track's slots, `reach` away from their middle line. */
export function trackOutline(board: Board, track: Track, reach: number): string {
  const half = board.slot.length / 2;
  const side = (sign: number) =>
    track.slots.flatMap(([x, y, turn]) => {
      const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
      return [-half, half].map((along) => {
        const [dx, dy] = [along * cos - sign * reach * sin, along * sin + sign * reach * cos];
        return `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`;
      });
    });
  const [there, back] = [side(1), side(-1).reverse()];
  const cap = `A${reach},${reach} 0 0 0`;
  return `M${there.join("L")}${cap} ${back.join("L")}${cap} ${there[0]}Z`;
}

/** The part of a board that shows these tracks and cities, twice as wide as high. */
export function detail(board: Board, tracks: Track[], cities: string[] = []): Part {
  const ends = new Set([...cities, ...tracks.flatMap((track) => [track.a, track.b])]);
  const points = [
    ...tracks.flatMap((track) => track.slots.map(([x, y]) => [x, y] as const)),
    ...board.cities.filter((city) => ends.has(city.id)).map((city) => [city.x, city.y] as const),
  ];
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const margin = 3.2 * board.slot.length;
  const h = Math.max(bottom - top + margin, (right - left + margin) / 2);
  const w = 2 * h;
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
}
