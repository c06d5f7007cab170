import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Game } from "../../src/engine/game";
import { Library } from "../../src/engine/library";
import { LocalTables, type OtherTabs } from "../../src/engine/localTables";
import { openStore } from "../../src/engine/store";
import { Thinkers } from "../../src/engine/thinkers";
import type { EventKind, EventOf, NewTable, TableEvent } from "../../src/lib/api";
import { Refused } from "../../src/lib/refused";
import { makeLibrary, MemoryStore } from "./files";

const library = makeLibrary("new_york-2", "new_york-3", "europe-2", "europe-4", "nordic-2", "nordic-3");
const golden = (name: string) => readFileSync(new URL(`../../../tests/golden/${name}.txt`, import.meta.url), "utf8");
const ALONE: NewTable = { map: "new_york", seats: ["you", "porter"] };
const TOGETHER: NewTable = { map: "europe", seats: ["you", "you"], first: 0 };

/** Tables whose bots don't wait. */
function makeTables(store = new MemoryStore(), otherTabs: OtherTabs | null = null) {
  const noWorkers = () => {
    throw new Error("There are no workers here.");
  };
  const thinkers = new Thinkers(library, noWorkers, 1);
  return new LocalTables(() => Promise.resolve(store), library, thinkers, otherTabs, 0);
}

/** Everything that somebody who listens gets. */
function listen(tables: LocalTables, id: string, curtain = false): TableEvent[] {
  const events: TableEvent[] = [];
  tables.listen(id, curtain, "", {
    event: (event) => void events.push(structuredClone(event)),
    open: () => undefined,
    broken: () => undefined,
  });
  return events;
}

const ofKind = <Kind extends EventKind>(events: TableEvent[], kind: Kind) =>
  events.filter((event): event is EventOf<Kind> => event.kind === kind);

/** Play seats until a view fits, or until the game is over. */
async function play(
  tables: LocalTables,
  id: string,
  until: (phase: string) => boolean | Promise<boolean> = () => false,
) {
  for (let n = 0; n < 5000; n++) {
    const { yours } = await tables.readTable(id);
    const views = await Promise.all(yours.map(async (seat) => (await tables.readView(id, seat)).views[0]!));
    const view = views.find(({ legal }) => legal.length);
    if (views[0]!.result || (view && (await until(view.phase)))) return view ?? views[0]!;
    if (view) await tables.move(id, view.viewer, view.ply, view.legal[n % view.legal.length]!.text);
    else await new Promise((resolve) => setTimeout(resolve));
  }
  throw new Error("The game has no end.");
}

/** The refusal of a request. */
const refusal = (request: Promise<unknown>) => expect(request.then(() => "done")).rejects;

test("a game against a bot is played to its end, and its record can be verified", async () => {
  const tables = makeTables();
  const made = await tables.makeTable({ ...ALONE, seats: ["you", "porter", "dispatcher"] }, "Anna");
  expect(made).toMatchObject({ state: "playing", step: "done", yours: [0], map: "new_york", first: null });
  expect(made.seats.map(({ name, bot }) => [name, bot])).toEqual([
    ["Anna", null],
    ["porter", "porter"],
    ["dispatcher", "dispatcher"],
  ]);
  const events = listen(tables, made.id);
  await play(tables, made.id);
  const info = await tables.readTable(made.id);
  expect(info.state).toBe("finished");
  expect(info.fairness.secret).toMatch(/^[0-9a-f]{64}$/);
  const [snapshot, ...rest] = events;
  expect(snapshot).toMatchObject({ kind: "table", id: made.id });
  const seq = (snapshot as EventOf<"table">).seq;
  expect(rest.map((event) => (event as { id: number }).id)).toEqual(rest.map((_, n) => seq + 1 + n));
  expect(rest.at(-1)).toMatchObject({ kind: "finished", secret: info.fairness.secret, changes: { state: "finished" } });
  const moved = ofKind(events, "moved").at(-1)!;
  expect(moved.views).toEqual((await tables.readView(made.id, 0)).views);
  const record = await tables.readRecord(made.id);
  expect(record).toContain(`table: ${made.id}\nsecret: ${info.fairness.secret}\nbytes 0: `);
  expect(await tables.inspectRecord(record)).toMatchObject({ over: true, names: ["Anna", "porter", "dispatcher"] });
});

test("readers get the same moves from events as from the record", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(ALONE, "Anna");
  const events = listen(tables, id);
  await play(tables, id, (phase) => phase === "second");
  const record = await tables.readRecord(id);
  const lines = ofKind(events, "moved").flatMap(({ lines }) => lines);
  expect(lines.length).toBeGreaterThan(2);
  expect(record.endsWith(lines.join("\n") + "\n")).toBe(true);
  expect(record).toContain("told: 0");
  expect(record).not.toContain("key:");
});

test("illegal moves are refused with the reason", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(TOGETHER, "Anna");
  await refusal(tables.move(id, 0, 99, "keep 1")).toMatchObject({ code: "stale", views: [{ viewer: 0 }] });
  const { ply } = await tables.readTable(id);
  await refusal(tables.move(id, 0, ply, "keep 1")).toMatchObject({
    code: "illegal",
    reason: { code: "keep_more", parameters: { least: 2 } },
  });
  await refusal(tables.move(id, 1, ply, "fly")).toMatchObject({ reason: { code: "unknown_move" } });
  await refusal(tables.move(id, 1, ply, "pass")).toMatchObject({ reason: { code: "phase_choice" } });
  await refusal(tables.move(id, 2, ply, "pass")).toMatchObject({ code: "no_such_seat", parameters: { most: 1 } });
  const turn = await play(tables, id, (phase) => phase === "turn");
  await refusal(tables.move(id, 1 - turn.viewer, turn.ply, "draw")).toMatchObject({ code: "not_your_move" });
  await refusal(tables.move(id, turn.viewer, turn.ply, "Claim petrograd-STOCKHOLM 8 red")).toMatchObject({
    code: "illegal",
  });
  await refusal(tables.readViews(id, 999)).toMatchObject({ code: "no_such_ply", parameters: { given: 999 } });
  await refusal(tables.answerProposal(id)).toMatchObject({ code: "no_proposal" });
  await refusal(tables.readTable("nothing")).toMatchObject({ code: "no_such_table" });
  expect((await tables.readTable(id)).ply).toBe(turn.ply);
});

test("first tickets are sealed until all have chosen", async () => {
  const store = new MemoryStore();
  const tables = makeTables(store);
  const { id, ply } = await tables.makeTable(TOGETHER, "Anna");
  const events = listen(tables, id, true);
  const made = await tables.move(id, 1, ply, "keep 1 3");
  const [, offered, third] = made.view.offer;
  expect(made.ply).toBe(ply);
  expect(made.view.chosen).toEqual([made.view.offer[0], third]);
  expect(made.view.movers).toEqual([0]);
  expect((await tables.readView(id, 0)).views[0]).toMatchObject({ chosen: null, movers: [0] });
  await refusal(tables.move(id, 1, ply, "keep 1 2")).toMatchObject({ code: "chosen_already" });
  const later = makeTables(store); // the page was loaded again
  expect((await later.readView(id, 1)).views[0]).toEqual(made.view);
  await tables.move(id, 0, ply, "keep 1 2");
  expect((await tables.readView(id, 1)).views[0]!.tickets).not.toContain(offered);
  expect(ofKind(events, "sealed").map(({ seat, movers }) => [seat, movers])).toEqual([[1, [0]]]);
  const [moved] = ofKind(events, "moved");
  expect(moved!.lines).toEqual(["0 keep 2 tickets", "1 keep 2 tickets"]);
  expect(moved!.views.map(({ viewer, hand }) => [viewer, hand])).toEqual([[-1, null]]);
});

test("a move can be undone until something is revealed", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(TOGETHER, "Anna");
  const events = listen(tables, id);
  const turn = await play(tables, id, (phase) => phase === "turn");
  await refusal(tables.propose(id, 0, turn.ply, "undo")).toMatchObject({ code: "nothing_to_undo" });
  const tickets = await tables.move(id, 0, turn.ply, "tickets");
  await refusal(tables.propose(id, 0, tickets.ply, "undo")).toMatchObject({ code: "revealed" });
  const kept = await tables.move(id, 0, tickets.ply, "keep 1");
  const info = await tables.propose(id, 0, kept.ply, "undo");
  expect(info).toMatchObject({ ply: tickets.ply, proposal: null });
  expect(events.at(-1)).toMatchObject({ kind: "undone", ply: tickets.ply, views: [{ phase: "choice" }, {}] });
  await tables.move(id, 0, tickets.ply, "keep 2");
});

test("a seat that is given up is played by a bot, and the game ends with the last one", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(TOGETHER, "Anna");
  const events = listen(tables, id);
  const turn = await play(tables, id, (phase) => phase === "turn");
  expect((await tables.resign(id, 0)).seats[0]).toMatchObject({ away: true, resigned: true });
  await refusal(tables.resign(id, 0)).toMatchObject({ code: "resigned" });
  await refusal(tables.move(id, 0, turn.ply, "draw")).toMatchObject({ code: "bot_plays" });
  await vi.waitFor(() => expect(ofKind(events, "moved").at(-1)!.views[0]!.movers).toEqual([1]));
  expect((await tables.resign(id, 1)).state).toBe("abandoned");
});

test("a game can be ended, and played again", async () => {
  const tables = makeTables();
  const { id, ply } = await tables.makeTable(ALONE, "Anna");
  await refusal(tables.rematch(id)).toMatchObject({ code: "begun" });
  const ended = await tables.propose(id, 0, ply, "end");
  expect(ended.state).toBe("abandoned");
  expect(await tables.readRecord(id)).toContain("\nkey: ");
  await refusal(tables.move(id, 0, ply, "keep 1")).toMatchObject({ code: "closed" });
  const again = await tables.rematch(id);
  expect(again.seats.map(({ name }) => name)).toEqual(["Anna", "porter"]);
  expect((await tables.rematch(id)).id).toBe(again.id);
  expect((await tables.ownTables()).map((table) => table.id).sort()).toEqual([id, again.id].sort());
  await tables.forget(again.id);
  await refusal(tables.readTable(again.id)).toMatchObject({ code: "no_such_table" });
});

test("a game goes on where it was, in the middle of a turn too", async () => {
  const store = new MemoryStore();
  const before = makeTables(store);
  const { id } = await before.makeTable({ ...TOGETHER, map: "nordic" }, "Anna");
  for (const phase of ["second", "choice"]) {
    const view = await play(before, id, (now) => now === phase);
    const after = makeTables(store);
    expect((await after.readView(id, view.viewer)).views).toEqual((await before.readView(id, view.viewer)).views);
    expect(await after.exportRecord(id)).toBe(await before.exportRecord(id));
  }
});

test("a damaged table is set aside with its record", async () => {
  const store = new MemoryStore();
  const { id } = await makeTables(store).makeTable({ ...ALONE, seats: ["you", "you"] }, "Anna");
  const saved = store.tables.get(id)!;
  store.tables.set(id, { ...saved, record: saved.record.replace(/= \S+ (\d+\/\d+)\n/, "= nothing $1\n") });
  const tables = makeTables(store);
  for (let n = 0; n < 2; n++) await refusal(tables.readTable(id)).toMatchObject({ code: "broken_game" });
  expect(await tables.ownTables()).toEqual([]);
  const [broken] = await tables.brokenGames();
  expect(broken).toMatchObject({ id, touched: saved.info.touched });
  expect(broken!.record).toContain("= nothing");
  await tables.forget(id);
  expect(await tables.brokenGames()).toEqual([]);
  await refusal(tables.readTable(id)).toMatchObject({ code: "no_such_table" });
});

test("a table whose files can't be read stays where it is", async () => {
  const store = new MemoryStore();
  const { id } = await makeTables(store).makeTable(ALONE, "Anna");
  const offline = new Library("", "none", () => Promise.reject(new TypeError("offline")));
  const tables = new LocalTables(() => Promise.resolve(store), offline, new Thinkers(offline, () => null!, 1));
  await refusal(tables.readTable(id)).toMatchObject({ code: "unreachable" });
  expect(await tables.ownTables()).toHaveLength(1);
});

test("two tabs show the same game", async () => {
  const store = new MemoryStore();
  const tabs: OtherTabs[] = [0, 1].map((n) => ({
    onmessage: null,
    postMessage: (data: unknown) =>
      (tabs[1 - n]!.onmessage as (event: MessageEvent) => void)(new MessageEvent("message", { data })),
  }));
  const [one, other] = tabs.map((tab) => makeTables(store, tab)) as [LocalTables, LocalTables];
  const { id, ply } = await one.makeTable(TOGETHER, "Anna");
  const events = listen(other, id);
  await other.readTable(id);
  await one.move(id, 0, ply, "keep 1 2");
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(
    ofKind(events, "table")
      .at(-1)!
      .views!.map(({ movers }) => movers),
  ).toEqual([[1], [1]]);
  await other.move(id, 1, ply, "keep 1 2");
  tabs[1]!.postMessage = () => undefined; // it doesn't tell the other
  const turn = await play(other, id, (phase) => phase === "second");
  await refusal(one.move(id, 0, ply, "draw")).toMatchObject({ code: "stale" });
  expect((await one.readTable(id)).ply).toBeLessThanOrEqual(turn.ply);
});

test("a game is carried to another browser and goes on with the same cards", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(TOGETHER, "Anna");
  const turn = await play(tables, id, (phase) => phase === "turn");
  const record = await tables.exportRecord(id);
  const elsewhere = makeTables();
  const summary = { map: "europe", seats: 2, names: ["Anna", "Anna"], moves: 2, over: false };
  const whole = { canContinue: true, canCarryOver: true, problem: null };
  expect(await elsewhere.inspectRecord(record)).toEqual({ ...summary, ...whole });
  const info = await elsewhere.importRecord(record, ["you", "you"], "Ben");
  expect(info).toMatchObject({ id, ply: turn.ply, state: "playing", yours: [0, 1] });
  const move = async (there: LocalTables) => (await there.move(id, 0, turn.ply, "draw")).view;
  expect(await move(elsewhere)).toEqual(await move(tables));
  expect((await elsewhere.importRecord(record, ["you", "porter"], "Ben")).id).not.toBe(id);
  await refusal(elsewhere.importRecord(record, ["you"], "Ben")).toMatchObject({ code: "wrong_seats" });
  await refusal(elsewhere.importRecord(record, ["you", "genius"], "Ben")).toMatchObject({ code: "bad_table" });
});

test("a record can be looked at without playing on", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(ALONE, "Anna");
  await play(tables, id, (phase) => phase === "turn");
  const record = await tables.exportRecord(id);
  const elsewhere = makeTables();
  const info = await elsewhere.importRecord(record, null, "Ben");
  expect(info).toMatchObject({ id, state: "abandoned", yours: [] });
  expect(info.seats.map(({ name, bot, player }) => [name, bot, player])).toEqual([
    ["Anna", null, null],
    ["porter", "porter", null],
  ]);
  expect(await elsewhere.readRecord(id)).toBe(record);
  expect(await elsewhere.importRecord(record, null, "Ben")).toEqual(info);
  expect((await tables.importRecord(record, null, "Anna")).id).not.toBe(id); // the game here goes on
});

test("a record that ends while tickets are chosen keeps the choices sealed", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable(TOGETHER, "Anna");
  const record = (await tables.exportRecord(id)) + "0 keep 1 2\n";
  const elsewhere = makeTables();
  const { ply } = await elsewhere.importRecord(record, ["you", "you"], "Anna");
  const { views } = await elsewhere.readView(id, 1);
  expect(views[0]).toMatchObject({ ply, movers: [1] });
  expect(views[0]!.legal.length).toBeGreaterThan(5);
  await elsewhere.move(id, 1, ply, "keep 1 2");
  expect((await elsewhere.readView(id, 0)).views[0]).toMatchObject({ phase: "turn", movers: [0] });
});

test.each([
  ["europe_fair", { over: true, canContinue: false }],
  ["europe_tunnels_and_stations", { over: true }],
  ["nordic_murmansk_swaps", { over: true }],
  ["new_york_won_by_tickets", { over: true }],
])("the record %s can be replayed", async (name, summary) => {
  const tables = makeTables();
  const text = golden(name);
  const { seats } = await tables.inspectRecord(text);
  expect(await tables.inspectRecord(text)).toMatchObject(summary);
  const { id, state } = await tables.importRecord(text, Array<string>(seats).fill("you"), "Anna");
  expect(state).toBe("finished");
  expect(await tables.exportRecord(id)).toBe(text);
  expect((await tables.readCourse(id)).course.length).toBeGreaterThan(2);
});

test.each([
  ["format: 1", "format: 2", "record_format", 1],
  ["format: 1", "format: 1\ntold: 0", "record_told", 2],
  ["map: europe", "map: atlantis", "record_map", 2],
  ["digest: ", "digest: 0", "record_map", 3],
  ["seats: 2", "seats: 7", "record_field", 4],
  ["dealer: fair", "dealer: robot", "record_field", 5],
  [/key: ./, "key: g", "record_field", 6],
  ["secret: ", "secrets: ", "record_header", 8],
  [/bytes 0: .*\n/, "", "record_origin", 10],
  ['"Anna"', "Anna", "record_field", 12],
  ["\n\n= ", "\n\n0 ", "record_mover", 15],
  [/\n\n= \S+/, "\n\n= mauve", "record_line", 15],
  [/\n\n= (\S+) .*\n/, "\n\n= $1\n", "record_outcome", 15],
  [/\n\n= (\S+) \d+/, "\n\n= $1 110", "record_outcome", 15],
  [/$/, "0 keep 1\n", "record_move", expect.any(Number)],
  [/\n$/, "", "record_ending", expect.any(Number)],
])("a record with %o -> %j is refused", async (was, is, code, line: unknown) => {
  const tables = makeTables();
  const text = await tables.exportRecord((await tables.makeTable(TOGETHER, "Anna")).id);
  const changed = text.replace(was, is);
  expect(changed).not.toBe(text);
  await refusal(tables.importRecord(changed, ["you", "you"], "Bo")).toMatchObject({
    code: "bad_record",
    parameters: { line },
    reason: { code, parameters: { line } },
  });
});

test("a deal that the dealer did not make is found", async () => {
  const lines = golden("europe_tunnels_and_stations").split("\n");
  const at = lines.findIndex((line) => line === "= red");
  lines[at] = "= blue";
  const text = lines.join("\n");
  expect(await makeTables().inspectRecord(text)).toMatchObject({
    canContinue: false,
    problem: { code: "record_deal" },
  });
  await refusal(makeTables().importRecord(text, ["you", "you"], "Bo")).toMatchObject({
    reason: { code: "record_deal", parameters: { line: at + 1, wanted: "red", found: "blue" } },
  });
});

test("hints come from the strongest level, on your own moves", async () => {
  const tables = makeTables();
  const { id, ply } = await tables.makeTable(ALONE, "Anna");
  const { legal, offer } = (await tables.readView(id, 0)).views[0]!;
  const advice = await tables.readAdvice(id, ply);
  expect(advice).toMatchObject({ ply, seat: 0, level: "director", chances: true, offer });
  expect(legal).toContainEqual(advice.opinions[0]!.move);
  expect(advice.opinions[0]!.tried).toBeGreaterThan(3);
  await refusal(tables.readAdvice(id, 0)).toMatchObject({ code: "nobody_decides" });
  const together = await tables.makeTable(TOGETHER, "Anna");
  await refusal(tables.readAdvice(together.id, together.ply)).toMatchObject({ code: "advice_among_people" });
});

test("a bot takes its time before it moves, or none if the person wants that", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const tables = makeTables();
  const begin = async (pace: number) => {
    await tables.setBotPace(pace);
    return listen(tables, (await tables.makeTable(ALONE, "Anna")).id);
  };
  const slow = await begin(1);
  await vi.advanceTimersByTimeAsync(1199); // a porter's pace is 1.2 seconds
  expect(ofKind(slow, "sealed")).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ofKind(slow, "sealed")).toHaveLength(1);
  const quick = await begin(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(ofKind(quick, "sealed")).toHaveLength(1);
  vi.useRealTimers();
});

test("a bot that searches reports how much", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable({ ...ALONE, seats: ["you", "director"] }, "Anna");
  await play(tables, id, async () => (await tables.readTable(id)).seats[1]!.rollouts !== undefined); // often it is sure
  expect((await tables.readTable(id)).seats[1]!.rollouts).toBeGreaterThan(3);
}, 20_000);

test("a bot whose network can't be loaded says so, and asks for it again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const lost = new Refused("unreachable", {}, null, null, "");
  const prepare = vi.fn(() => new Promise<void>((_, reject) => setTimeout(() => reject(lost), 2500)));
  const choose = (game: Game) => Promise.resolve({ move: game.number("keep 1")!, rollouts: 0 });
  const none = () => Promise.resolve([]);
  const thinking = { prepare, choose, explain: none, review: none, count: 1 };
  const store = new MemoryStore();
  const tables = new LocalTables(() => Promise.resolve(store), library, thinking, null, 0);
  const { id } = await tables.makeTable({ ...ALONE, seats: ["you", "stationmaster"] }, "Anna");
  const delays = vi.fn();
  const events: TableEvent[] = [];
  const event = (one: TableEvent) => void events.push(one);
  tables.listen(id, false, "", { event, open: () => undefined, broken: () => undefined, delays });
  await vi.advanceTimersByTimeAsync(1999);
  expect(delays.mock.lastCall).toEqual([{}]);
  await vi.advanceTimersByTimeAsync(1);
  expect(delays.mock.lastCall).toEqual([{ 1: "loading" }]);
  await vi.advanceTimersByTimeAsync(500);
  expect(delays.mock.lastCall).toEqual([{ 1: "failed" }]);
  prepare.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(3000);
  expect(delays.mock.lastCall).toEqual([{}]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ofKind(events, "sealed")).toHaveLength(1);
  vi.useRealTimers();
});

test("without storage, an engine or a game no table is made", async () => {
  const thinkers = new Thinkers(library, () => null!, 1);
  const denied = new LocalTables(openStore, library, thinkers); // Node has no IndexedDB
  await refusal(denied.makeTable(ALONE, "Anna")).toMatchObject({ code: "no_storage" });
  await refusal(makeTables().makeTable({ ...ALONE, map: "atlantis" }, "Anna")).toMatchObject({ code: "bad_table" });
  await refusal(makeTables().makeTable({ ...ALONE, seats: ["you", "open"] }, "Anna")).toMatchObject({
    code: "bad_table",
  });
  const old = new Library("", "old", () => Promise.resolve(new Response('{"version": "new"}')));
  const store = new MemoryStore();
  const mixed = new LocalTables(() => Promise.resolve(store), old, thinkers);
  await refusal(mixed.makeTable(ALONE, "Anna")).toMatchObject({ code: "engine_version" });
  const none = new Library("", "old", () => Promise.resolve(new Response("", { status: 404 })));
  await refusal(new LocalTables(() => Promise.resolve(store), none, thinkers).makeTable(ALONE, "Anna")).toMatchObject({
    code: "engine_missing",
  });
});
