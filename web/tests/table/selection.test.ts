import { beforeEach, expect, test, vi } from "vitest";
import type { Board, TrackStatus, View } from "../../src/lib/api";
import type { Tables } from "../../src/lib/tables";
import { Selection } from "../../src/table/selection.svelte";
import { Table } from "../../src/table/table.svelte";

const board = { tracks: [{ id: "a-b" }, { id: "b-c" }], tickets: [] } as unknown as Board;
const tickets = { text: "tickets", kind: "tickets" };
const view = (ply: number) =>
  ({ ply, viewer: 0, legal: [tickets], hand: {}, seats: [], ticket_status: [] }) as unknown as View;
const readTrackStatus = vi.fn((_id: string, track: string) => Promise.resolve({ track } as unknown as TrackStatus));
let table: Table;
let selection: Selection;

beforeEach(() => {
  readTrackStatus.mockClear();
  table = new Table("browser", { readTrackStatus } as unknown as Tables, "x");
  table.info = {} as Table["info"];
  table.views = [view(5)];
  selection = new Selection(table, () => board);
});

test("a move to confirm and the choice of a city end with their position", () => {
  selection.play(view(5).legal[0]!);
  expect(selection.unconfirmed).toEqual(tickets);
  table.views = [view(6)];
  expect(selection.unconfirmed).toBeNull();
  selection.build();
  expect(selection.building).toBe(true);
  table.views = [view(7)];
  expect(selection.building).toBe(false);
});

test("after an undo, nothing that was chosen before comes back", () => {
  selection.play(view(5).legal[0]!);
  table.views = [view(6)];
  table.views = [view(5)];
  table.undone = [{ ply: 5, seat: 0 }];
  expect(selection.unconfirmed).toBeNull();
});

test("closing the card of a track keeps what was not chosen on it", () => {
  selection.colour = "red";
  selection.pickTrack("a-b");
  selection.closeCard();
  expect([selection.track, selection.pointed]).toEqual([null, null]);
  selection.build();
  selection.closeCard();
  expect(selection.building).toBe(true);
});

test("a status is read once for each position, also if it is asked for twice at once", async () => {
  await Promise.all([selection.readStatus("a-b"), selection.readStatus("a-b")]);
  await selection.readStatus("b-c");
  await selection.readStatus("a-b");
  expect(readTrackStatus.mock.calls.map(([, track]) => track)).toEqual(["a-b", "b-c"]);
  table.views = [view(6)];
  await selection.readStatus("a-b");
  expect(readTrackStatus).toHaveBeenCalledTimes(3);
});
