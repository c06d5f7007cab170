/** A picture of a board as it is drawn on the page, with the players and their points below it. */
import type { Board } from "./api";

const WIDTH = 1600;
const SVG = "http://www.w3.org/2000/svg";
/** What is drawn by style sheets, which a picture doesn't have. */
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap",
  "stroke-dasharray", "opacity", "paint-order", "font-family", "font-size", "font-weight", "font-style", "text-anchor",
  "letter-spacing", "visibility", "display", "dominant-baseline", "stop-color", "stop-opacity",
]; // prettier-ignore

interface Player {
  name: string;
  points: string;
  /** The property with the colour of the cars. */
  colour: string;
}

/** A PNG of the drawing; null if this browser can't make one. */
export async function boardPicture(drawing: HTMLElement, board: Board, players: Player[]): Promise<Blob | null> {
  const [x = 0, y = 0, width = 1, height = 1] = board.viewBox;
  const band = width / 22;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("viewBox", [x, y, width, height + band].join(" "));
  svg.setAttribute("width", String(WIDTH));
  svg.setAttribute("height", String(Math.round((WIDTH * (height + band)) / width)));
  const colour = (name: string) => getComputedStyle(drawing).getPropertyValue(name);
  svg.append(rectangle(x, y, width, height + band, colour("--paper")));
  for (const layer of drawing.querySelectorAll(":scope > svg")) {
    const group = document.createElementNS(SVG, "g");
    for (const part of layer.children) if (!part.matches(".hits")) group.append(styled(part));
    svg.append(group);
  }
  svg.append(rectangle(x, y + height, width, band, colour("--paper")));
  const share = width / players.length;
  for (const [n, player] of players.entries()) {
    const left = x + n * share + band / 3;
    svg.append(rectangle(left, y + height + band / 4, band / 2, band / 2, colour(player.colour)));
    const text = document.createElementNS(SVG, "text");
    const places = { x: left + band * 0.7, y: y + height + band * 0.66, "font-size": band * 0.42 };
    for (const [name, value] of Object.entries(places)) text.setAttribute(name, String(value));
    text.setAttribute("font-family", "sans-serif");
    text.setAttribute("fill", colour("--ink"));
    text.textContent = `${player.name}  ${player.points}`;
    svg.append(text);
  }
  const text = new XMLSerializer().serializeToString(svg);
  for (const [, name] of text.matchAll(/var\((--[\w-]+)\)/g)) svg.style.setProperty(name!, colour(name!));
  return toPng(svg);
}

function rectangle(x: number, y: number, width: number, height: number, fill: string): SVGElement {
  const found = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, fill })) found.setAttribute(name, String(value));
  return found;
}

/** A copy of an element that looks the same without style sheets. Definitions take their looks from what uses them. */
function styled(element: Element): Element {
  if (element.parentElement?.tagName === "defs" && element.tagName !== "pattern")
    return element.cloneNode(true) as Element;
  const copy = element.cloneNode(false) as Element;
  const style = getComputedStyle(element);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value) (copy as SVGElement).style.setProperty(name, value);
  }
  copy.removeAttribute("class");
  for (const child of element.childNodes) copy.append(child instanceof Element ? styled(child) : child.cloneNode(true));
  return copy;
}

async function toPng(svg: SVGElement): Promise<Blob | null> {
  const text = new XMLSerializer().serializeToString(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
