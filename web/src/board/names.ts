/**
 * Where the names of cities are drawn. Python places them for a large board; on a small one they must be larger to be read,
 * so they are placed again: beside their cities, off the slots if possible, never on each other.
 */
import type { Board } from "../lib/api";

export interface Name {
  city: string;
  lines: string[];
  anchor: "start" | "middle" | "end";
  /** The first base line. */
  x: number;
  y: number;
  /** A line from the city to a name at a distance from it. */
  leader: string | null;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Candidate {
  lines: string[];
  box: Box;
  cost: number;
}

interface Circle {
  x: number;
  y: number;
  r: number;
  cost: number;
}

type Measure = (text: string, size: number) => number;

export const LEADING = 1.08; // the distance of lines, in sizes of the font
const [RISE, FALL] = [0.74, 0.2]; // how far letters reach above and below the base line
const DIRECTIONS = 16;
const GAPS = [0.1, 0.4, 0.9, 1.5, 2.1]; // between a city and its name, in sizes of the font
const GOOD = 12; // a name with a position of this cost looks no further away
const KEPT = 30; // how many positions of a name are weighed against those of the others
const ROUNDS = 12;
const ON_SLOT = 16;
const ON_CITY = 60;
const NEARER_CITY = 40; // a name nearer to another city than to its own
const ON_NAME = 80;

/** Whether two names are on or next to each other; side by side they need a space between them, and above a little. */
const meet = (a: Box, b: Box, space: number) =>
  a.left < b.right + space && b.left < a.right + space && a.top < b.bottom + space / 3 && b.top < a.bottom + space / 3;

/** How far a point is from a box, squared: there are hundreds of thousands of these. */
function squaredDistance(box: Box, x: number, y: number): number {
  const dx = x < box.left ? box.left - x : x > box.right ? x - box.right : 0;
  const dy = y < box.top ? box.top - y : y > box.bottom ? y - box.bottom : 0;
  return dx * dx + dy * dy;
}

const measures = new Map<string, Measure>();

/** The width of a text, as the page draws the names of cities. Reads the page's style the first time in a language. */
export function measureNames(): Measure {
  const { lang } = document.documentElement;
  if (!measures.has(lang)) {
    const canvas = document.createElement("canvas").getContext("2d")!;
    canvas.font = `600 100px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;
    const widths = new Map<string, number>();
    measures.set(lang, (text, size) => {
      if (!widths.has(text)) widths.set(text, canvas.measureText(text).width);
      return (widths.get(text)! * size) / 100;
    });
  }
  return measures.get(lang)!;
}

/** The names of a board at a size in board units, in steps. Names for which there is no room are left out. */
export function* placeNames(board: Board, size: number, measure: Measure): Generator<void, Name[]> {
  if (size <= board.labelSize * 1.02) return asPrinted(board, measure);
  const obstacles = findObstacles(board);
  const options: Candidate[][] = [];
  for (const n of board.cities.keys()) {
    options.push(yield* candidates(board, n, size, measure, obstacles));
  }
  const chosen = yield* settle(options, size / 3);
  return board.cities.flatMap(({ id }, n) => {
    const choice = options[n]![chosen[n]!];
    return choice ? [nameIn(board, n, id, choice, size)] : [];
  });
}

/** The names where Python placed them. */
function asPrinted(board: Board, measure: Measure): Name[] {
  const size = board.labelSize;
  return board.labels.map((label, n) => {
    const { dx, dy, anchor, lines } = label;
    const city = board.cities[n]!;
    const box = boxOf(label, city, Math.max(...lines.map((line) => measure(line, size))), size);
    const leader = leaderTo(box, city, board.cityRadius, size);
    return { city: city.id, lines, anchor, x: city.x + dx, y: city.y + dy, leader };
  });
}

/** What names should not cover. */
function findObstacles(board: Board): Circle[] {
  const third = board.slot.length / 3;
  const slots = board.tracks.flatMap(({ slots }) =>
    slots.flatMap(([x, y, turn]) =>
      [-1, 0, 1].map((n) => ({
        x: x + n * third * Math.cos((turn * Math.PI) / 180),
        y: y + n * third * Math.sin((turn * Math.PI) / 180),
        r: board.slot.width * 0.55,
        cost: ON_SLOT,
      })),
    ),
  );
  const cities = board.cities.map(({ x, y }) => ({ x, y, r: board.cityRadius * 1.2, cost: ON_CITY }));
  return [...slots, ...cities];
}

/** The ways to break a name into lines: as printed, in one line, or in two. */
function waysToBreak(lines: string[]): string[][] {
  const words = lines.join(" ").split(" ");
  const broken = words.slice(1).map((_, n) => [words.slice(0, n + 1).join(" "), words.slice(n + 1).join(" ")]);
  const ways = [lines, ...(lines.join("").includes("-") ? [] : [[words.join(" ")]]), ...broken];
  return [...new Map(ways.map((way) => [way.join("/"), way])).values()];
}

/** The best positions of a city's name, best first; in steps. */
function* candidates(
  board: Board,
  n: number,
  size: number,
  measure: Measure,
  obstacles: Circle[],
): Generator<void, Candidate[]> {
  const city = board.cities[n]!;
  const printed = board.labels[n]!;
  const [, , boardWidth, boardHeight] = board.viewBox;
  const found: Candidate[] = [];
  for (const lines of waysToBreak(printed.lines)) {
    const width = Math.max(...lines.map((line) => measure(line, size)));
    const height = (RISE + FALL + (lines.length - 1) * LEADING) * size;
    const reach = width + height + 3 * size;
    const near = obstacles.filter(({ x, y }) => Math.abs(x - city.x) < reach && Math.abs(y - city.y) < reach);
    const consider = (box: Box, cost: number) => {
      if (box.left < 2 || box.top < 2 || box.right > boardWidth - 2 || box.bottom > boardHeight - 2) return;
      const own = squaredDistance(box, city.x, city.y);
      for (const circle of near) {
        const away = squaredDistance(box, circle.x, circle.y);
        if (away < circle.r * circle.r) cost += circle.cost;
        else if (circle.cost === ON_CITY && away < own) cost += NEARER_CITY;
      }
      found.push({ lines, box, cost });
    };
    if (lines === printed.lines) consider(boxOf(printed, city, width, size), 0);
    for (const gap of GAPS) {
      if (gap > 0.5 && found.some(({ cost }) => cost < GOOD)) break;
      for (let step = 0; step < DIRECTIONS; step++) {
        const turn = (step * 2 * Math.PI) / DIRECTIONS;
        const box = boxBeside(city, width, height, board.cityRadius * 1.2 + gap * size, turn);
        consider(box, 2 + gap * 9 + 5 * Math.abs(Math.sin(turn)) + 3 * (lines.length - 1));
      }
      yield;
    }
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, KEPT);
}

/** The space of a name that is held where Python holds it. */
function boxOf(label: Board["labels"][number], city: { x: number; y: number }, width: number, size: number): Box {
  const [x, y] = [city.x + label.dx, city.y + label.dy];
  const left = x - { start: 0, middle: width / 2, end: width }[label.anchor];
  const bottom = y + ((label.lines.length - 1) * LEADING + FALL) * size;
  return { left, right: left + width, top: y - RISE * size, bottom };
}

/** A box in a direction from a city, `away` from its middle. */
function boxBeside(city: { x: number; y: number }, width: number, height: number, away: number, turn: number): Box {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [x, y] = [cos * (width / 2 + away), sin * (height / 2 + away)];
  const beyond = Math.hypot(Math.max(Math.abs(x) - width / 2, 0), Math.max(Math.abs(y) - height / 2, 0));
  [x, y] = [x + cos * Math.max(away - beyond, 0), y + sin * Math.max(away - beyond, 0)];
  const [left, top] = [city.x + x - width / 2, city.y + y - height / 2];
  return { left, top, right: left + width, bottom: top + height };
}

/** One position for each name: names move to better ones until none can improve; -1 for those without room. In steps. */
function* settle(options: Candidate[][], space: number): Generator<void, number[]> {
  const placeable = [...options.keys()].filter((n) => options[n]!.length);
  const order = placeable.sort((a, b) => options[a]![0]!.cost - options[b]![0]!.cost);
  const chosen = options.map((found): number => (found.length ? 0 : -1));
  const areas = options.map((found) => around(found.map(({ box }) => box)));
  const near = areas.map((area, n) => order.filter((m) => m !== n && meet(area, areas[m]!, space)));
  const box = (n: number) => options[n]![chosen[n]!]!.box;
  const clashes = (n: number, at: Box) => {
    let count = 0;
    for (const m of near[n]!) if (chosen[m]! >= 0 && meet(at, box(m), space)) count++;
    return count;
  };
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false;
    for (const n of order) {
      const costs = options[n]!.map(({ box, cost }) => cost + ON_NAME * clashes(n, box));
      const best = costs.indexOf(Math.min(...costs));
      changed ||= best !== chosen[n];
      chosen[n] = best;
      yield;
    }
    if (!changed) break;
  }
  for (const n of [...order].reverse()) if (clashes(n, box(n))) chosen[n] = -1;
  return chosen;
}

/** The box around boxes. */
const around = (boxes: Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

function nameIn(board: Board, n: number, city: string, { lines, box }: Candidate, size: number): Name {
  const at = board.cities[n]!;
  const anchor = box.left > at.x ? "start" : box.right < at.x ? "end" : "middle";
  const x = { start: box.left, middle: (box.left + box.right) / 2, end: box.right }[anchor];
  return { city, lines, anchor, x, y: box.top + RISE * size, leader: leaderTo(box, at, board.cityRadius, size) };
}

/** A line from a city to its name, if they are so far apart that it is unclear which belong together. */
function leaderTo(box: Box, city: { x: number; y: number }, radius: number, size: number): string | null {
  const x = Math.min(Math.max(city.x, box.left), box.right);
  const y = Math.min(Math.max(city.y, box.top), box.bottom);
  const far = Math.hypot(city.x - x, city.y - y);
  if (far < radius + 0.9 * size) return null;
  const start = (a: number, b: number) => (a + ((b - a) * radius * 1.2) / far).toFixed(1); // beside the city's mark
  return `M${start(city.x, x)},${start(city.y, y)}L${x.toFixed(1)},${y.toFixed(1)}`;
}
