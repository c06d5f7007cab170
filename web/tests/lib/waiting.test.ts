import { beforeEach, expect, test, vi } from "vitest";
import { person } from "../../src/lib/person.svelte";
import { waiting, type WaitingTable } from "../../src/lib/waiting.svelte";

const table = (id: string): WaitingTable => ({ table: id, map: "europe", what: "move", since: 0 });

beforeEach(() => {
  [waiting.tables, waiting.shown, waiting.isTurnHere] = [[], "", false];
});

test("the title counts the games that wait besides the one that is shown", () => {
  expect(waiting.title).toBe("Whistlestop");
  waiting.tables = [table("a"), table("b")];
  expect(waiting.title).toBe("(2) Whistlestop");
  [waiting.shown, waiting.isTurnHere] = ["a", true];
  expect(waiting.others.map((one) => one.table)).toEqual(["b"]);
  expect(waiting.title).toBe("● (1) Your turn · Whistlestop");
});

test("nobody asks for a person whom the server doesn't know, and a server that is away changes nothing", async () => {
  const asked = vi.fn(() => Promise.reject(new Error("away")));
  vi.stubGlobal("fetch", asked);
  person.id = "";
  await waiting.look();
  expect(asked).not.toHaveBeenCalled();
  waiting.tables = [table("a")];
  person.id = "p";
  await waiting.look();
  expect(asked).toHaveBeenCalled();
  expect(waiting.tables).toHaveLength(1);
  person.id = "";
});
