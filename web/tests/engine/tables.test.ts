import { expect, test } from "vitest";
import { LocalTables } from "../../src/engine/localTables";
import { Thinkers } from "../../src/engine/thinkers";
import type { TableEvent } from "../../src/lib/api";
import { makeLibrary, MemoryStore } from "./files";

const library = makeLibrary("new_york-2", "new_york-3", "europe-3", "nordic-2");

/** Tables whose bots don't wait. */
function makeTables(store = new MemoryStore()) {
  const noWorkers = () => {
    throw new Error("no workers in tests");
  };
  return new LocalTables(() => Promise.resolve(store), library, new Thinkers(library, noWorkers, 1), null, 0);
}

/** Everything that a table's reader gets. */
function listen(tables: LocalTables, id: string, curtain = false) {
  const events: TableEvent[] = [];
  const listener = {
    event: (event: TableEvent) => void events.push(event),
    open: () => undefined,
    broken: () => undefined,
  };
  return { events, stop: tables.listen(id, curtain, "", listener) };
}

test("a game against a bot is played to its end", async () => {
  const tables = makeTables();
  const { id } = await tables.makeTable({ map: "new_york", seats: ["you", "porter"] }, "Anna");
  const { events } = listen(tables, id);
  for (let n = 0; n < 1000; n++) {
    const {
      views: [view],
      ply,
    } = await tables.readView(id, 0);
    if (view!.result) break;
    if (view!.legal.length) await tables.move(id, 0, ply, view!.legal[n % view!.legal.length]!.text);
    else await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const info = await tables.readTable(id);
  expect(info.state).toBe("finished");
  expect(events.map((event) => "id" in event && event.kind)).toContain("moved");
});
