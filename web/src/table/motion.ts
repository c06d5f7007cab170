/** Cards that fly from where they were to where they go. */
import type { Sheet } from "../lib/api";
import { cost, type Line } from "../lib/moves";

interface Flight {
  card: string;
  from: string[];
  to: string[];
}

const MOST = 6;
const LONG = 620;
const APART = 90;

/** The flights of some lines; each place is the first selector that is found. */
export function flights(lines: Line[], viewer: number): Flight[] {
  const found: Flight[] = [];
  for (const [n, line] of lines.entries()) {
    const { seat } = line;
    if (seat === null) continue;
    const owner = `[data-seat="${seat}"]`;
    const home = (card: string) => (seat === viewer ? [`[data-hand="${card}"]`, ".hand", owner] : [owner]);
    if (line.kind === "take")
      found.push({ card: line.card!, from: [`[data-move="${line.text}"]`, ".row"], to: home(line.card!) });
    if (line.kind === "draw") {
      const next = lines[n + 1];
      const dealt = next?.seat === null ? next.dealt : undefined;
      const card = seat === viewer && dealt ? dealt : "back";
      found.push({ card, from: ['[data-move="draw"]'], to: home(card) });
    }
    if (line.kind === "tickets") found.push({ card: "ticket", from: ['[data-move="tickets"]'], to: [owner] });
    if (line.kind === "claim") {
      for (const [card] of cost(line)) {
        found.push({ card, from: home(card), to: [`.hits [data-track="${line.track}"]`] });
      }
    }
  }
  return found.slice(0, MOST);
}

const place = (selectors: string[]) =>
  selectors
    .map((one) => document.querySelector(one)?.getBoundingClientRect())
    .find((box) => box && box.width + box.height > 0);

/** Note where cards lie; the answer lets them fly once the page shows where they went. */
export function lift(all: Flight[], sheet: Sheet): () => void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const lifted = all.map((flight) => ({ ...flight, box: place(flight.from) }));
  return () => {
    for (const [n, { card, box, to }] of lifted.entries()) {
      const end = place(to);
      if (box && end) fly(picture(sheet, card), box, end, n * APART);
    }
  };
}

function fly(node: HTMLElement, from: DOMRect, to: DOMRect, delay: number) {
  document.body.append(node);
  const at = (box: DOMRect) =>
    `translate(${box.x + box.width / 2 - node.offsetWidth / 2}px, ${box.y + box.height / 2 - node.offsetHeight / 2}px)`;
  const way = node.animate(
    [
      { transform: at(from), opacity: 1 },
      { transform: `${at(to)} scale(0.8)`, opacity: 1, offset: 0.85 },
      { transform: `${at(to)} scale(0.5)`, opacity: 0 },
    ],
    { duration: LONG, delay, easing: "cubic-bezier(.3,.7,.2,1)", fill: "backwards" },
  );
  way.onfinish = way.oncancel = () => node.remove();
}

function picture(sheet: Sheet, card: string): HTMLElement {
  const node = document.createElement("span");
  node.setAttribute("aria-hidden", "true");
  const shape = card === "locomotive" ? sheet.locomotive : sheet.signs[card];
  node.className = shape ? "card flying" : card === "ticket" ? "back flying" : "back deck flying";
  if (shape) {
    node.dataset.card = card;
    node.innerHTML = `<svg viewBox="-15 -12 30 24"><path fill-rule="evenodd" d="${shape}" /></svg>`;
  }
  return node;
}
