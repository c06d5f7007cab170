/**
 * Keeps the keyboard's place in the page.
 *
 * A control that is pressed may disappear or become disabled: a payment, a pile while others move. Browsers then drop
 * the focus to the top of the page. Here it goes on to what the control led to: the next decision, else the part of the
 * page around it, else the status or the page's main part, whichever comes first and can have the focus. A pile that
 * becomes available again gets it back.
 */
const DECISION = ".decisions section";
const PART = "section, dialog[open]";
const STATUS = "[data-status]";

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const isUsable = (element: HTMLElement | SVGElement) => element.isConnected && !element.matches(":disabled");

/** Focus something that the tab key does not reach, without scrolling to it. */
export function focusPart(element: HTMLElement) {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Go on in a part of the page that has just appeared and asks for an answer, unless the reader is typing. */
export function takeFocus(part: HTMLElement) {
  if (!document.activeElement?.matches("input, textarea, select")) focusPart(part);
}

/** Start to keep the focus. */
export function keepFocus() {
  /** What had the focus last, and the parts of the page around it, the nearest first. */
  let last: HTMLElement | SVGElement | null = null;
  let around: HTMLElement[] = [];
  /** What has the focus in place of a control that was lost. */
  let substitute: HTMLElement | null = null;

  document.addEventListener("focusin", ({ target }) => {
    if (target === substitute) return;
    substitute = null;
    last = target as HTMLElement;
    around = [];
    for (let part = last.parentElement?.closest<HTMLElement>(PART); part; part = part.parentElement?.closest(PART))
      around.push(part);
  });
  document.addEventListener("pointerdown", () => (last = null), true); // a click on nothing gives the focus up

  const check = () => {
    const focused = document.activeElement;
    if (substitute && substitute === focused && last && isUsable(last)) last.focus({ preventScroll: true });
    if (!last || (focused && focused !== document.body) || isUsable(last)) return;
    for (const part of [find(DECISION), ...around, find(STATUS), find("main")]) {
      substitute = part; // before the event of the focus
      if (part) focusPart(part);
      if (part && part === document.activeElement) return; // else it is gone, inert or behind a modal dialog
    }
    substitute = null;
  };
  let frame = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(check); // once for all changes, after browsers have dropped the focus
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
}
