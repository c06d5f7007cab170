import { expect, test } from "vitest";
import { placeBubble, shownSelectors } from "../../src/table/spotlight";

const page = { width: 1000, height: 800 };
const bubble = { width: 300, height: 150 };

test("a bubble is beside what it is about, inside the page, and not on top of anything else that is lit", () => {
  const about = { x: 450, y: 300, width: 100, height: 40 };
  expect(placeBubble(about, [], bubble, page)).toEqual({ x: 350, y: 354, side: "below" });
  const below = { x: 400, y: 400, width: 50, height: 50 };
  expect(placeBubble(about, [below], bubble, page)).toEqual({ x: 350, y: 136, side: "above" });
  const atTheFoot = { x: 0, y: 740, width: 60, height: 60 };
  expect(placeBubble(atTheFoot, [], bubble, page)).toEqual({ x: 8, y: 576, side: "above" });
});

test("a bubble about a track keeps off the cities at its ends and what is to be pressed", () => {
  const track = { x: 450, y: 300, width: 20, height: 80 };
  const cities = [280, 380].map((y) => ({ x: 430, y, width: 60, height: 40 }));
  expect(placeBubble(track, cities, bubble, page)).toEqual({ x: 310, y: 424, side: "below" });
  const phone = { width: 320, height: 400 };
  const small = { x: 150, y: 190, width: 20, height: 20 };
  const hand = { x: 0, y: 300, width: 320, height: 100 };
  expect(placeBubble(small, [hand], { width: 300, height: 185 }, phone)).toEqual({ x: 10, y: 8, side: "apart" });
});

test("a bubble about something large is inside it, unless it would cover something lit", () => {
  const board = { x: 0, y: 50, width: 700, height: 700 };
  const within = placeBubble(board, [], bubble, page);
  expect(within).toEqual({ x: 200, y: 572, side: "apart" });
  const covered = { x: 300, y: 600, width: 50, height: 50 };
  expect(placeBubble(board, [covered], bubble, page)).not.toEqual(within);
});

test("a bubble about nothing is in the middle of the page", () => {
  expect(placeBubble(null, [], bubble, page)).toEqual({ x: 350, y: 325, side: "apart" });
});

test("things of an area stand for the area", () => {
  globalThis.CSS = { escape: (text: string) => text } as typeof CSS;
  expect(shownSelectors({ cards: ["red"], area: "row" })).toEqual(['[data-move="take red"]']);
  expect(shownSelectors({ cards: ["red"], tracks: ["a-b"] })).toEqual(['[data-track="a-b"]', '[data-hand="red"]']);
  expect(shownSelectors({ area: "deck" })).toEqual(["[data-move=draw]"]);
});
