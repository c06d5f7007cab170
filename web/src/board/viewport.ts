/** The part of a board that is shown, as an SVG viewBox: zooming, panning, and fitting points into it. */

export interface Part {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const MARGIN = 24;
const MAX_ZOOM = 8;
const PADDING = 90;

/** The whole board, with its frame. */
export const whole = ([x, y, w, h]: readonly number[]): Part => ({
  x: x! - MARGIN,
  y: y! - MARGIN,
  w: w! + 2 * MARGIN,
  h: h! + 2 * MARGIN,
});

/** Zoom in by a factor, keeping the point (x, y) in place; never shows more than the whole board. */
export function zoom(part: Part, by: number, x: number, y: number, all: Part): Part {
  const w = Math.min(Math.max(part.w / by, all.w / MAX_ZOOM), all.w);
  const scale = w / part.w;
  const h = part.h * scale;
  return keep({ x: x - (x - part.x) * scale, y: y - (y - part.y) * scale, w, h }, all);
}

/** Move by a distance, keeping the board in view. */
export const pan = (part: Part, dx: number, dy: number, all: Part): Part =>
  keep({ ...part, x: part.x + dx, y: part.y + dy }, all);

/** The same part, moved so that the board stays in view. */
function keep(part: Part, all: Part): Part {
  const clamp = (start: number, size: number, min: number, length: number) =>
    size >= length
      ? min + (length - size) / 2
      : Math.min(Math.max(start, min - size / 3), min + length - (size * 2) / 3);
  return { ...part, x: clamp(part.x, part.w, all.x, all.w), y: clamp(part.y, part.h, all.y, all.h) };
}

/** The largest part around the board's middle with an aspect ratio (width / height), at most `maxWidth` wide. */
export function cover(all: Part, aspect: number, maxWidth: number): Part {
  const w = Math.min(all.w, all.h * aspect, maxWidth);
  const h = w / aspect;
  return { x: all.x + (all.w - w) / 2, y: all.y + (all.h - h) / 2, w, h };
}

/** The item with the slot nearest to a point, if it is nearer than `limit`. */
export function nearest<T extends { slots: readonly (readonly [number, number, number])[] }>(
  items: readonly T[],
  x: number,
  y: number,
  limit: number,
): T | null {
  let closest: T | null = null;
  for (const item of items) {
    const distance = Math.min(...item.slots.map((slot) => Math.hypot(slot[0] - x, slot[1] - y)));
    if (distance < limit) [closest, limit] = [item, distance];
  }
  return closest;
}

/** The part with an aspect ratio that shows some points with padding, at least so wide, and at most the whole board. */
export function around(
  points: readonly { x: number; y: number }[],
  all: Part,
  aspect: number,
  least = all.w / MAX_ZOOM,
): Part {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [left, top] = [Math.min(...xs) - PADDING, Math.min(...ys) - PADDING];
  const [width, height] = [Math.max(...xs) + PADDING - left, Math.max(...ys) + PADDING - top];
  const w = Math.min(Math.max(width, height * aspect, least), all.w);
  const h = w / aspect;
  const clamp = (start: number, size: number, min: number, length: number) =>
    size >= length ? min + (length - size) / 2 : Math.min(Math.max(start, min), min + length - size);
  return { x: clamp(left + (width - w) / 2, w, all.x, all.w), y: clamp(top + (height - h) / 2, h, all.y, all.h), w, h };
}
