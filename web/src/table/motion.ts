/** Animates cards that a move takes from one place to another. */
import type { Board } from "../lib/api";
import { cost, type Line } from "../lib/moves";

interface Flight {
  card: string;
  /** Selectors; the first that matches an element is used. */
  from: string[];
  to: string[];
}

const MAX_FLIGHTS = 6;
const DURATION = 620;
const DELAY = 90;

/** The flights of some lines. */
export function flights(lines: Line[], viewer: number): Flight[] {
  const list: Flight[] = [];
  for (const [n, line] of lines.entries()) {
    const { seat } = line;
    if (seat === null) continue;
    const owner = `[data-seat="${seat}"]`;
    const handOf = (card: string) => (seat === viewer ? [`[data-hand="${card}"]`, ".hand", owner] : [owner]);
    if (line.kind === "take")
      list.push({ card: line.card!, from: [`[data-move="${line.text}"]`, ".row"], to: handOf(line.card!) });
    if (line.kind === "draw") {
      const next = lines[n + 1];
      const dealt = next?.seat === null ? next.dealt : undefined;
      const card = seat === viewer && dealt ? dealt : "back";
      list.push({ card, from: ['[data-move="draw"]'], to: handOf(card) });
    }
    if (line.kind === "tickets") list.push({ card: "ticket", from: ['[data-move="tickets"]'], to: [owner] });
    if (line.kind === "claim") {
      for (const [card] of cost(line)) {
        list.push({ card, from: handOf(card), to: [`.hits [data-track="${line.track}"]`] });
      }
    }
  }
  return list.slice(0, MAX_FLIGHTS);
}

const boxOf = (selectors: string[]) =>
  selectors
    .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
    .find((box) => box && box.width + box.height > 0);

/** Note where the cards are now. Call the returned function when the page shows where they went. */
export function prepareFlights(list: Flight[], board: Board): () => void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const prepared = list.map((flight) => ({ ...flight, box: boxOf(flight.from) }));
  return () => {
    for (const [n, { card, box, to }] of prepared.entries()) {
      const end = boxOf(to);
      if (box && end) fly(cardElement(board, card), box, end, n * DELAY);
    }
  };
}

function fly(node: HTMLElement, from: DOMRect, to: DOMRect, delay: number) {
  document.body.append(node);
  const at = (box: DOMRect) =>
    `translate(${box.x + box.width / 2 - node.offsetWidth / 2}px, ${box.y + box.height / 2 - node.offsetHeight / 2}px)`;
  const animation = node.animate(
    [
      { transform: at(from), opacity: 1 },
      { transform: `${at(to)} scale(0.8)`, opacity: 1, offset: 0.85 },
      { transform: `${at(to)} scale(0.5)`, opacity: 0 },
    ],
    { duration: DURATION, delay, easing: "cubic-bezier(.3,.7,.2,1)", fill: "backwards" },
  );
  animation.onfinish = animation.oncancel = () => node.remove();
}

function cardElement(board: Board, card: string): HTMLElement {
  const node = document.createElement("span");
  node.setAttribute("aria-hidden", "true");
  const shape = card === "locomotive" ? board.locomotive : board.signs[card];
  node.className = shape ? "card flying" : card === "ticket" ? "back flying" : "back deck flying";
  if (shape) {
    node.dataset.card = card;
    node.innerHTML = `<svg viewBox="-15 -12 30 24"><path fill-rule="evenodd" d="${shape}" /></svg>`;
  }
  return node;
}
