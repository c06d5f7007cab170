import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import en from "../../src/i18n/en";
import { reader } from "../../src/i18n/i18n.svelte";
import is from "../../src/i18n/is";
import ru from "../../src/i18n/ru";
import zhHans from "../../src/i18n/zh-Hans";
import zhHant from "../../src/i18n/zh-Hant";
import { type Board, type Move, Refused, type Rules, type Seat, type Track, type View } from "../../src/lib/api";
import { readLine } from "../../src/lib/moves";
import {
  confirmLines,
  lineText,
  moveText,
  nameOf,
  ownerText,
  recapText,
  refusalText,
  tieText,
  trackText,
  triesText,
  turnText,
  undoneText,
  winText,
} from "../../src/lib/text";

const root = new URL("../../../", import.meta.url);
const seats = [
  { seat: 0, name: "Ann", bot: null },
  { seat: 1, name: "porter", bot: "porter" },
  { seat: 2, name: "porter", bot: "porter" },
] as Seat[];
const CATALOGUES = { en, is, ru, "zh-Hans": zhHans, "zh-Hant": zhHant };
function readIn(language: keyof typeof CATALOGUES) {
  reader.language = language;
  reader.messages = CATALOGUES[language];
}
const OTHER = "The server refused this";
/** Refusals that only programs get. */
const NOT_IN_PAGES = ["not_operator"];

test("every error that the server documents has a message", () => {
  const docs = readFileSync(new URL("docs/server.md", root), "utf8");
  const codes = [...docs.matchAll(/^\| `(\w+)` \| \d{3} \|/gm)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(40);
  for (const code of codes.filter((code) => !NOT_IN_PAGES.includes(code))) {
    const text = refusalText(
      new Refused(code, { seat: 1, number: "1", field: "x", problem: "y", most: 5, left: 3 }, null, null, "raw"),
      seats,
    );
    expect(text, code).not.toContain(OTHER);
    expect(text, code).not.toMatch(/\{\w+\}/);
  }
});

test("every reason for which the rules refuse a move has a message", () => {
  const source = readFileSync(new URL("src/whistlestop/game/reasons.py", root), "utf8");
  const moves = source.slice(source.indexOf("MOVES = {"), source.indexOf("RECORDS = {"));
  const codes = [...moves.matchAll(/^ {4}"(\w+)":/gm)].map(([, code]) => code!);
  const NOT_SHOWN = [
    "no_such_seat",
    "bad_seat_names",
    "unknown_move",
    "move_type",
    "no_such_move",
    "chance_only",
    "chance_first",
    "not_a_deal",
    "no_such_offer",
    // What is wrong with a text; the client sends legal texts.
    "no_such_city",
    "no_such_track",
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
  for (const code of codes.filter((code) => !NOT_SHOWN.includes(code))) {
    const text = refusalText(new Refused("illegal", {}, { code, parameters }, null, ""), seats);
    expect(text, code).not.toBe(plain);
    expect(text, code).not.toMatch(/\{\w+\}/);
  }
});

test("seats are counted from 1 and named", () => {
  expect(refusalText(new Refused("not_your_seat", { seat: 1 }, null, null, ""), seats)).toContain("Seat 2");
  const taken = { code: "track_taken", parameters: { track: "a-b", seat: 2 } };
  expect(refusalText(new Refused("illegal", {}, taken, null, ""), seats)).toContain("Porter 3");
  expect([0, 1, 2].map((seat) => nameOf(seats, seat))).toEqual(["Ann", "Porter 2", "Porter 3"]);
});

test("the log says which card you drew", () => {
  const draw = readLine("0 draw")!;
  const text = (card: string) => lineText({} as Board, seats, draw, [readLine(`= ${card}`)!]);
  expect(text("red")).toBe("Ann draws from the deck: red.");
  expect(text("?")).toBe("Ann draws from the deck.");
  expect(lineText({} as Board, seats, draw, [readLine("1 draw")!])).toBe("Ann draws from the deck.");
});

test("a turn is summed up in a few words", () => {
  const board = {
    tracks: [{ id: "a-b", a: "a", b: "b" }],
    tickets: [],
    names: { a: "Aa", b: "Bb" },
  } as unknown as Board;
  const turn = (...texts: string[]) =>
    turnText(
      board,
      texts.map((text) => readLine(`0 ${text}`)!),
    );
  expect(turn("take red", "draw")).toBe("took red, drew a card");
  expect(turn("claim a-b 2 red", "pay 1 red")).toBe("claimed Aa – Bb");
  expect(turn("claim a-b 2 red", "give up")).toBe("abandoned a tunnel");
  expect(turn("tickets", "keep 1 2")).toBe("took tickets");
});

test("Chinese has its own commas, and numbers of seats don't run into other words", () => {
  const claim = readLine("1 claim a-b 2 red")!;
  const board = {
    tracks: [{ id: "a-b", a: "a", b: "b" }],
    tickets: [],
    names: { a: "甲", b: "乙" },
  } as unknown as Board;
  const texts = (language: keyof typeof CATALOGUES) => {
    readIn(language);
    return [turnText(board, [readLine("0 draw")!, readLine("0 draw")!]), lineText(board, seats, claim)];
  };
  expect(texts("zh-Hans")).toEqual(["抽了一张牌，抽了一张牌", "行李员（2 号）占领了甲—乙（2 × 红色）。"]);
  expect(texts("zh-Hant")).toEqual(["抽了一張牌，抽了一張牌", "行李員（2 號）佔領了甲—乙（2 × 紅色）。"]);
  readIn("en");
});

test("every kind of move can be advised", () => {
  const tickets = [
    { id: "a-b", a: "a", b: "b" },
    { id: "a-c", a: "a", b: "c" },
  ];
  const board = { tickets, tracks: tickets, names: { a: "Aa", b: "Bb", c: "Cc" } } as unknown as Board;
  const text = (kind: Move["kind"], rest: Partial<Move> = {}) =>
    moveText(board, { text: "", kind, ...rest }, ["a-b", "a-c"]);
  expect(text("take", { card: "red" })).toBe("Take a red card");
  expect(text("keep", { places: [1, 2] })).toBe("Keep Aa – Bb, Aa – Cc");
  expect(text("claim", { track: "a-c", colour: "red", coloured: 2, locomotives: 1, swaps: 1 })).toBe(
    "Claim Aa – Cc (2 × red + 1 × locomotive + 1 swap)",
  );
  expect(text("claim", { track: "a-c", swaps: 2 })).toBe("Claim Aa – Cc (2 swaps)");
  expect(text("station", { city: "b" })).toBe("Build a station in Bb");
  expect(text("pay", { locomotives: 2 })).toBe("Pay 2 × locomotive");
  expect(text("swap", { card: "blue" })).toBe("Trade in a blue card");
  expect(["draw", "tickets", "give up", "pass"].map((kind) => text(kind as Move["kind"]))).toEqual([
    "draw from the deck",
    "draw tickets",
    "Take cards back and end turn",
    "Pass",
  ]);
});

test("the question before drawing tickets says how many to keep", () => {
  const asked = (draw_keep: number, ticket_deck: number) =>
    confirmLines({} as Board, { ticket_deck } as View, { text: "", kind: "tickets" }, { draw_keep } as Rules);
  expect(asked(1, 20)).toEqual(["Draw new tickets?", "You must keep at least 1."]);
  expect(asked(2, 20)).toEqual(["Draw new tickets?", "You must keep at least 2."]);
  expect(asked(2, 1)).toEqual(["Draw new tickets?", "You must keep at least 1."]); // the last ticket
  expect(confirmLines({} as Board, {} as View, { text: "", kind: "tickets" }, null)).toEqual(["Draw new tickets?"]);
});

test("the server's own sentences are never shown", () => {
  const text = (code: string, reason: { code: string; parameters: Record<string, string | number> } | null = null) =>
    refusalText(new Refused(code, { problem: "Raw.", field: "raw" }, reason, null, "Raw."), seats);
  expect(text("bad_table")).toBe("This setup isn't possible.");
  expect(text("bad_table", { code: "seats", parameters: { least: 2, most: 3, given: 5 } })).toBe(
    "This map is for 2 to 3 players.",
  );
  expect(text("illegal", { code: "unheard_of", parameters: {} })).toBe("The rules don't allow that right now.");
  expect(text("unheard_of")).toBe(`${OTHER} (unheard_of).`);
  for (const code of ["bad_table", "bad_body", "illegal", "unheard_of"]) expect(text(code)).not.toMatch(/raw/i);
});

test("a claim in the log says what was tried and traded in", () => {
  const tracks = [
    { id: "a-b", a: "a", b: "b", tunnel: true },
    { id: "b-c", a: "b", b: "c", tunnel: false },
  ];
  const board = { tracks, tickets: [], tunnelCards: 2, names: { a: "Aa", b: "Bb", c: "Cc" } } as unknown as Board;
  const text = (...lines: string[]) => {
    const [line, ...after] = lines.map((one) => readLine(one)!);
    return lineText(board, seats, line!, after);
  };
  expect(text("0 claim a-b 2 red", "= red", "= blue", "0 give up")).toBe("Ann tries the tunnel Aa – Bb (2 × red).");
  expect(text("0 claim a-b 2 red", "= red", "= blue", "0 pay 1 red")).toBe("Ann claims Aa – Bb (2 × red).");
  expect(text("0 claim b-c 2 swap", "0 swap blue", "0 swap blue", "1 draw")).toBe(
    "Ann claims Bb – Cc (2 swaps). Traded in: 2 × blue.",
  );
  expect(text("0 swap blue")).toBeNull();
});

const asAnn = seats.map((seat) => ({ ...seat, you: seat.seat === 0 }));

test("the winner reads that they win", () => {
  const won = { code: "won_by_points", parameters: { seat: 0 } };
  expect(winText(seats, won)).toBe("Ann wins!");
  expect(winText(asAnn, won)).toBe("You win!");
  expect(tieText(won)).toBeNull();
  const byTickets = { code: "won_by_tickets", parameters: { seat: 0 } };
  expect([winText(asAnn, byTickets), tieText(byTickets)]).toEqual([
    "You win!",
    "Tied on points, won with more completed tickets.",
  ]);
  const shared = { code: "win_shared", parameters: { seats: "0, 2" } };
  expect([winText(seats, shared), tieText(shared)]).toEqual(["It's a tie: Ann and Porter 3.", null]);
});

test("the player is called you, and the others by their names", () => {
  const board = {
    tickets: [],
    tracks: [{ id: "a-b", a: "a", b: "b" }],
    names: { a: "Aa", b: "Bb" },
  } as unknown as Board;
  const line = (text: string) => lineText(board, asAnn, readLine(text)!);
  expect(["0 claim a-b 2 red", "1 claim a-b 2 red", "= first 0", "0 pass"].map(line)).toEqual([
    "You claim Aa – Bb (2 × red).",
    "Porter 2 claims Aa – Bb (2 × red).",
    "You go first.",
    "You pass.",
  ]);
  expect([0, 1].map((seat) => undoneText(asAnn, seat))).toEqual([
    "You take back a move.",
    "Porter 2 takes back a move.",
  ]);
  expect([0, 1].map((seat) => ownerText(asAnn, seat))).toEqual(["claimed by you", "claimed by Porter 2"]);
  const claims = [1, 2].map((seat) => ({ track: "a-b", seat }));
  expect(recapText(board, asAnn, claims)).toBe("Since your last turn: Aa – Bb (Porter 2), Aa – Bb (Porter 3)");
});

test("colours of routes and of cards have different words", () => {
  const board = { tickets: [], tracks: [{ id: "a-b", a: "a", b: "b" }], names: { a: "A", b: "B" } } as unknown as Board;
  const track = { id: "a-b", length: 2, colour: "red" } as Track;
  const texts: string[][] = [];
  for (const language of ["is", "ru"] as const) {
    readIn(language);
    texts.push([trackText(board, track, null, false), moveText(board, { text: "", kind: "take", card: "red" }, [])]);
  }
  readIn("en");
  expect(texts).toEqual([
    ["A – B, 2 reitir, rauð", "Taka rautt spil"],
    ["A — B, 2 клетки, красный", "Взять красную карту"],
  ]);
});

test("a bot says honestly how much it thinks on this device", () => {
  expect(triesText(874, 13_004)).toBe("About 870 tries per move on this device; 13,000 on a fast computer.");
  expect(triesText(13_500, 13_004)).toBe("About 14,000 tries per move on this device: full strength.");
  expect(triesText(3, undefined)).toBe("About 10 tries per move on this device.");
});

test("a record that can't be opened says why", () => {
  const why = (code: string, parameters = {}) =>
    refusalText(new Refused("bad_record", {}, { code, parameters }, null, ""), []);
  expect(why("record_header", { line: 1 })).toBe("This isn't a Whistlestop game file.");
  expect(why("record_header", { line: 3 })).toBe("Line 3 of this game file is wrong.");
  expect(why("record_deal", { line: 12 })).toBe("Line 12 of this game file is wrong.");
  expect(why("record_new_kind")).toBe("This game file can't be opened.");
});
