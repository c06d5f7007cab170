/** The part of a board that is shown, as an SVG viewBox. Zooming keeps a point in place. */

export interface Part {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const MARGIN = 24;
const CLOSEST = 8;
const ROOM = 90;

/** The whole board, with its frame. */
export const whole = ([x, y, w, h]: readonly number[]): Part => ({
  x: x! - MARGIN,
  y: y! - MARGIN,
  w: w! + 2 * MARGIN,
  h: h! + 2 * MARGIN,
});

/** Closer by a factor, with the point (x, y) of the board where it was; never beyond the board. */
export function zoom(part: Part, by: number, x: number, y: number, all: Part): Part {
  const w = Math.min(Math.max(part.w / by, all.w / CLOSEST), all.w);
  const scale = w / part.w;
  const h = part.h * scale;
  return keep({ x: x - (x - part.x) * scale, y: y - (y - part.y) * scale, w, h }, all);
}

/** Moved by so much. */
export const pan = (part: Part, dx: number, dy: number, all: Part): Part =>
  keep({ ...part, x: part.x + dx, y: part.y + dy }, all);

/** The same part with its middle on the board. */
function keep(part: Part, all: Part): Part {
  const within = (at: number, size: number, from: number, long: number) =>
    size >= long ? from + (long - size) / 2 : Math.min(Math.max(at, from - size / 3), from + long - (size * 2) / 3);
  return { ...part, x: within(part.x, part.w, all.x, all.w), y: within(part.y, part.h, all.y, all.h) };
}

/** As much of the board as fills a window of an aspect (width by height), and no wider than most, around its middle. */
export function cover(all: Part, aspect: number, most: number): Part {
  const w = Math.min(all.w, all.h * aspect, most);
  const h = w / aspect;
  return { x: all.x + (all.w - w) / 2, y: all.y + (all.h - h) / 2, w, h };
}

/** Whichever has a spot nearest to a point, if one is near enough. */
export function nearest<T extends { slots: readonly (readonly [number, number, number])[] }>(
  all: readonly T[],
  x: number,
  y: number,
  near: number,
): T | null {
  let found: T | null = null;
  for (const one of all) {
    const far = Math.min(...one.slots.map((slot) => Math.hypot(slot[0] - x, slot[1] - y)));
    if (far < near) [found, near] = [one, far];
  }
  return found;
}

/** A part of an aspect that shows some points with room beside them, and no more than the whole. */
export function around(points: readonly { x: number; y: number }[], all: Part, aspect: number): Part {
  const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
  const [left, top] = [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM];
  const [wide, high] = [Math.max(...xs) + ROOM - left, Math.max(...ys) + ROOM - top];
  const w = Math.min(Math.max(wide, high * aspect, all.w / CLOSEST), all.w);
  const h = w / aspect;
  const within = (at: number, size: number, from: number, long: number) =>
    size >= long ? from + (long - size) / 2 : Math.min(Math.max(at, from), from + long - size);
  return { x: within(left + (wide - w) / 2, w, all.x, all.w), y: within(top + (high - h) / 2, h, all.y, all.h), w, h };
}
