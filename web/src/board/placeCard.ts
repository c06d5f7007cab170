/** Where the card of a track is shown: beside the track, inside the board. */

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const GAP = 10; // pixels between a track and its card
const EDGE = 6; // pixels between a card and the board's edge

/**
 * The top left corner of a card beside a track, whose middle it shares in one direction: above the track, below, right or
 * left, the first that fits; otherwise as near above as the board allows.
 */
export function placeCard(track: readonly Point[], reach: number, card: Size, board: Size): Point {
  if (!track.length) return { x: 0, y: 0 };
  const [xs, ys] = [track.map(({ x }) => x), track.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs) - reach - GAP, Math.max(...xs) + reach + GAP];
  const [top, bottom] = [Math.min(...ys) - reach - GAP, Math.max(...ys) + reach + GAP];
  const inside = ({ x, y }: Point): Point => ({
    x: Math.max(EDGE, Math.min(x, board.width - card.width - EDGE)),
    y: Math.max(EDGE, Math.min(y, board.height - card.height - EDGE)),
  });
  const middle = inside({ x: (left + right - card.width) / 2, y: (top + bottom - card.height) / 2 });
  const above = { x: middle.x, y: top - card.height };
  const places = [above, { x: middle.x, y: bottom }, { x: right, y: middle.y }, { x: left - card.width, y: middle.y }];
  const fits = (place: Point) => {
    const moved = inside(place);
    return moved.x === place.x && moved.y === place.y;
  };
  return places.find(fits) ?? inside(above);
}
