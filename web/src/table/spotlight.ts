/** What a lesson points at: the parts of the page that a cue is about, and what to press next for a move. */
import type { Cue } from "../lib/api";
import { readMove } from "../lib/moves";

type Shown = Cue["show"];

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A hole in the veil over the page: a rectangle, or the shape of a track on the board. */
export type Hole = (Rect & { round?: number }) | { path: string; matrix: string; width: number };

const AREAS: Record<NonNullable<Shown["area"]>, string> = {
  row: ".tray .row",
  deck: "[data-move=draw]",
  hand: ".tray .hand",
  tickets: ".decision.choice, .panel.tickets",
  ticket_deck: "[data-move=tickets]",
  seats: ".panel.seats",
  log: ".panel.log",
  station: ".tray .build",
  result: "dialog.ending",
  board: ".stage .board",
};

const quoted = (text: string) => `"${CSS.escape(text)}"`;

/** The selectors of everything that a cue is about. If it names things of an area, the area itself is not meant. */
export function shownSelectors({ tracks = [], cards = [], tickets = [], area }: Shown): string[] {
  const isRow = area === "row";
  const things = [
    ...tracks.map((track) => `[data-track=${quoted(track)}]`),
    ...cards.map((card) => (isRow ? `[data-move=${quoted(`take ${card}`)}]` : `[data-hand=${quoted(card)}]`)),
    ...tickets.map((ticket) => `[data-ticket=${quoted(ticket)}]`),
  ];
  const hasOwnThings = { row: cards, hand: cards, tickets, board: tracks }[area as string]?.length;
  return area && !hasOwnThings ? [...things, AREAS[area]] : things;
}

const isShown = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return width + height > 0;
};

/** The elements for selectors, as far as they are shown. */
export const findShown = (selectors: string[]): Element[] =>
  selectors.flatMap((selector) => [...document.querySelectorAll(selector)].filter(isShown));

/** What to press next for a tickets' choice: those to keep and those to leave, then the button. */
function findOffers(places: string[]): Element[] {
  const toKeep = places.map((place) => `[data-offer=${quoted(place)}][aria-pressed=false]`);
  const kept = places.map((place) => `:not([data-offer=${quoted(place)}])`).join("");
  const wrong = findShown([...toKeep, `[data-offer][aria-pressed=true]${kept}`]);
  return wrong.length ? wrong : findShown(["[data-move=keep]"]);
}

/** What to press next to trade in some cards: buttons of counters that are too high or too low, then the button below. */
function findTrade(cards: string[]): Element[] {
  const counters = findShown(["[data-trade]"]).map((counter) => {
    const { trade } = (counter as HTMLElement).dataset;
    const given = parseInt(counter.querySelector("output")!.textContent);
    return { counter, missing: cards.filter((card) => card === trade).length - given };
  });
  const press = (button: string, isWrong: (missing: number) => boolean) =>
    counters.flatMap(({ counter, missing }) => (isWrong(missing) ? [counter.querySelector(button)!] : []));
  const tooHigh = press("button:first-of-type", (missing) => missing < 0);
  if (tooHigh.length) return tooHigh;
  const tooLow = press("button:last-of-type", (missing) => missing > 0);
  return tooLow.length ? tooLow : findShown(["[data-move=trade]"]);
}

/** What to press next for moves that are made one after another. */
export function findStep(moves: string[]): Element[] {
  const [text = "", ...rest] = moves;
  const move = readMove(text);
  const traded = (texts: string[]) => findTrade(texts.map((swap) => readMove(swap)?.card ?? ""));
  const itself = () => findShown([`[data-move=${quoted(text)}]`]);
  const first = (...ways: (() => Element[])[]) => ways.map((find) => find()).find((found) => found.length) ?? [];
  switch (move?.kind) {
    case undefined:
      return [];
    case "keep":
      return findOffers(text.split(" ").slice(1));
    case "claim":
      return first(
        () => traded(rest),
        itself,
        () => findShown([`[data-track=${quoted(move.track!)}]`]),
      );
    case "swap":
      return traded(moves);
    case "station":
      return first(
        () => findShown([`[data-city=${quoted(move.city!)}]`]),
        () => findShown([AREAS.station]),
      );
    default:
      return itself();
  }
}

const MARGIN = 6; // pixels of light around a thing

/** Where an element is, with a margin. */
export function rectOf(element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

/** The hole through which an element is seen. */
export function holeOf(element: Element): Hole {
  const matrix = element instanceof SVGPathElement ? element.getScreenCTM() : null;
  if (!matrix) return rectOf(element);
  const { a, b, c, d, e, f } = matrix;
  const width = parseFloat(getComputedStyle(element).strokeWidth) * 1.9;
  return { path: element.getAttribute("d")!, matrix: `matrix(${[a, b, c, d, e, f].join()})`, width };
}

/** Where a city of the board is on the page; null if no board is shown. */
export function cityRect(x: number, y: number, radius: number): (Rect & { round: number }) | null {
  const matrix = document.querySelector<SVGGraphicsElement>(".hits [data-track]")?.getScreenCTM();
  if (!matrix) return null;
  const centre = new DOMPoint(x, y).matrixTransform(matrix);
  const reach = radius * Math.hypot(matrix.a, matrix.b) + MARGIN;
  return { x: centre.x - reach, y: centre.y - reach, width: 2 * reach, height: 2 * reach, round: reach };
}

/** The smallest rectangle around some. */
export function around(rects: Rect[]): Rect | null {
  if (!rects.length) return null;
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

export type Side = "above" | "below" | "left" | "right" | "apart";
const GAP = 14; // pixels between a bubble and what it is about, for its tip
const WIDE_GAP = 44; // a track ends in cities, which are lit too
const EDGE = 8;
const LARGE = 0.35; // of the page: a bubble about something that large is inside it

/** What share of a rectangle another one covers. */
const shareCovered = (rect: Rect, by: Rect) =>
  (Math.max(0, Math.min(rect.x + rect.width, by.x + by.width) - Math.max(rect.x, by.x)) *
    Math.max(0, Math.min(rect.y + rect.height, by.y + by.height) - Math.max(rect.y, by.y))) /
  (rect.width * rect.height);

/**
 * Where a bubble goes: beside what it is about, inside the page, and not on top of anything else that is lit. If there
 * is no such place, apart from it, where it covers the smallest shares of what is lit.
 */
export function placeBubble(
  about: Rect | null,
  others: Rect[],
  bubble: { width: number; height: number },
  page: { width: number; height: number },
): { x: number; y: number; side: Side } {
  const { width, height } = bubble;
  const inside = (x: number, y: number) => ({
    x: Math.max(EDGE, Math.min(x, page.width - width - EDGE)),
    y: Math.max(EDGE, Math.min(y, page.height - height - EDGE)),
  });
  const [centreX, centreY] = [(page.width - width) / 2, (page.height - height) / 2];
  if (!about) return { ...inside(centreX, centreY), side: "apart" };
  const covered = (x: number, y: number, rects: Rect[]) =>
    rects.reduce((sum, rect) => sum + shareCovered(rect, { x, y, width, height }), 0);
  const within = inside(about.x + (about.width - width) / 2, about.y + about.height - height - 2 * GAP);
  const isLarge = about.width * about.height > LARGE * page.width * page.height;
  if (isLarge && !covered(within.x, within.y, others)) return { ...within, side: "apart" };
  const centre = inside(about.x + (about.width - width) / 2, about.y + (about.height - height) / 2);
  for (const gap of [GAP, WIDE_GAP]) {
    const beside: [Side, number, number][] = [
      ["below", centre.x, about.y + about.height + gap],
      ["above", centre.x, about.y - height - gap],
      ["right", about.x + about.width + gap, centre.y],
      ["left", about.x - width - gap, centre.y],
    ];
    for (const [side, x, y] of beside) {
      const moved = inside(x, y);
      if (moved.x === x && moved.y === y && !covered(x, y, others)) return { x, y, side };
    }
  }
  const apart = [EDGE, page.height, centreY].flatMap((y) => [centreX, EDGE, page.width].map((x) => inside(x, y)));
  const costs = apart.map(({ x, y }) => covered(x, y, [about, ...others]));
  return { ...apart[costs.indexOf(Math.min(...costs))]!, side: "apart" };
}
