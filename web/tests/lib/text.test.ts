import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Move, Refused, type Sheet, type Sitter } from "../../src/lib/api";
import { lineText, moveText, nameOf, refusalText, turnText } from "../../src/lib/text";

const root = new URL("../../../", import.meta.url);
const seats = [
  { seat: 0, name: "Ann", bot: null },
  { seat: 1, name: "porter", bot: "porter" },
  { seat: 2, name: "porter", bot: "porter" },
] as Sitter[];
const OTHER = "The server refused this";

test("every refusal that the server documents has words of its own", () => {
  const docs = readFileSync(new URL("docs/server.md", root), "utf8");
  const codes = [...docs.matchAll(/^\| `(\w+)` \| \d{3} \|/gm)].map((found) => found[1]!);
  expect(codes.length).toBeGreaterThan(40);
  for (const code of codes) {
    const text = refusalText(
      new Refused(code, { seat: 1, number: "1", field: "x", problem: "y" }, null, null, "raw"),
      seats,
    );
    expect(text, code).not.toContain(OTHER);
    expect(text, code).not.toMatch(/\{\w+\}/);
  }
});

test("every reason for which the rules refuse a move has words of its own", () => {
  const source = readFileSync(new URL("src/whistlestop/game/reasons.py", root), "utf8");
  const moves = source.slice(source.indexOf("# A move (IllegalMove)"), source.indexOf("# A record (BadRecord)"));
  const codes = [...moves.matchAll(/^ {4}"(\w+)":/gm)].map((found) => found[1]!);
  const NOWHERE = [
    "unknown_move",
    "move_type",
    "no_such_move",
    "chance_only",
    "chance_first",
    "not_a_deal",
    "no_such_offer",
    // What is wrong with a text; the client sends legal texts.
    "no_such_city",
    "no_such_route",
    "no_second_track",
    "no_such_card",
    "mixed_colours",
    "colour_of_track",
    "colour_of_twin",
    "no_swaps",
    "no_locomotives",
    "wrong_length",
    "ferry_locomotives",
  ];
  const parameters = {
    seat: 1,
    mover: 1,
    card: "red",
    last: "blue",
    colour: "red",
    due: 2,
    cars: 1,
    cards: 3,
    length: 4,
    least: 1,
  };
  const plain = refusalText(new Refused("illegal", {}, { code: "unknown_move", parameters: {} }, null, ""), seats);
  for (const code of codes.filter((one) => !NOWHERE.includes(one))) {
    const text = refusalText(new Refused("illegal", {}, { code, parameters }, null, ""), seats);
    expect(text, code).not.toBe(plain);
    expect(text, code).not.toMatch(/\{\w+\}/);
  }
});

test("seats are counted from one, and by name", () => {
  expect(refusalText(new Refused("not_your_seat", { seat: 1 }, null, null, ""), seats)).toContain("Seat 2");
  const taken = { code: "track_taken", parameters: { track: "a-b", seat: 2 } };
  expect(refusalText(new Refused("illegal", {}, taken, null, ""), seats)).toContain("Porter 3");
  expect([0, 1, 2].map((seat) => nameOf(seats, seat))).toEqual(["Ann", "Porter 2", "Porter 3"]);
});

test("the log says which card one drew oneself", () => {
  const draw = { seat: 0, words: ["draw"] };
  const told = (card: string) => lineText({} as Sheet, seats, draw, { seat: null, words: [card] });
  expect(told("red")).toBe("Ann draws from the deck: red.");
  expect(told("?")).toBe("Ann draws from the deck.");
  expect(lineText({} as Sheet, seats, draw, { seat: 1, words: ["draw"] })).toBe("Ann draws from the deck.");
});

test("a turn is told in a few words", () => {
  const sheet = {
    tracks: [{ id: "a-b", a: "a", b: "b" }],
    tickets: [],
    names: { a: "Aa", b: "Bb" },
  } as unknown as Sheet;
  const turn = (...texts: string[]) =>
    turnText(
      sheet,
      texts.map((text) => ({ seat: 0, words: text.split(" ") })),
    );
  expect(turn("take red", "draw")).toBe("took red, drew a card");
  expect(turn("claim a-b 2 red", "pay 1 red")).toBe("claimed Aa – Bb");
  expect(turn("claim a-b 2 red", "give up")).toBe("gave the tunnel up");
  expect(turn("tickets", "keep 1 2")).toBe("took tickets");
});

test("every kind of move can be advised", () => {
  const tickets = [
    { id: "a-b", a: "a", b: "b" },
    { id: "a-c", a: "a", b: "c" },
  ];
  const sheet = { tickets, tracks: tickets, names: { a: "Aa", b: "Bb", c: "Cc" } } as unknown as Sheet;
  const told = (kind: Move["kind"], rest: Partial<Move> = {}) =>
    moveText(sheet, { text: "", kind, ...rest }, ["a-b", "a-c"]);
  expect(told("take", { card: "red" })).toBe("Take red");
  expect(told("keep", { places: [1, 2] })).toBe("Keep Aa – Bb, Aa – Cc");
  expect(told("claim", { track: "a-c", colour: "red", coloured: 2, locomotives: 1, swaps: 1 })).toBe(
    "Claim Aa – Cc (2 × red + 1 × locomotive and 1 swap)",
  );
  expect(told("station", { city: "b" })).toBe("Build a station: Bb");
  expect(told("pay", { locomotives: 2 })).toBe("Pay 2 × locomotive");
  expect(told("swap", { card: "blue" })).toBe("Give blue");
  expect(["draw", "tickets", "give up", "pass"].map((kind) => told(kind as Move["kind"]))).toEqual([
    "draw from the deck",
    "draw tickets",
    "Take the cards back",
    "Pass",
  ]);
});
