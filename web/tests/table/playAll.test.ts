import { expect, test } from "vitest";
import { type MoveMade, Refused, type View } from "../../src/lib/api";
import type { Tables } from "../../src/lib/tables";
import { Table } from "../../src/table/table.svelte";

const view = (ply: number) => ({ ply, viewer: 0, movers: [0], legal: [] }) as unknown as View;

/** A table whose moves are made at once, but for one that is refused; and the moves that were sent. */
function sit(refused?: string) {
  const sent: [number, string][] = [];
  const move = (_id: string, _seat: number, ply: number, text: string): Promise<MoveMade> => {
    sent.push([ply, text]);
    if (text === refused) return Promise.reject(new Refused("illegal", {}, null, null, ""));
    return Promise.resolve({ seq: ply + 1, ply: ply + 1, seat: 0, view: view(ply + 1) });
  };
  const table = new Table("browser", { move } as unknown as Tables, "x");
  table.views = [view(1)];
  return { table, sent };
}

test("moves are made one after the other, each at the ply that the one before left", async () => {
  const { table, sent } = sit();
  await table.playAll(["claim a-b 1 swap", "swap blue", "swap red"]);
  expect(sent).toEqual([
    [1, "claim a-b 1 swap"],
    [2, "swap blue"],
    [3, "swap red"],
  ]);
});

test("nothing is made after a move that is refused", async () => {
  const { table, sent } = sit("swap blue");
  await table.playAll(["claim a-b 1 swap", "swap blue", "swap red"]);
  expect(sent.map(([, text]) => text)).toEqual(["claim a-b 1 swap", "swap blue"]);
  expect(table.refused?.code).toBe("illegal");
});

test("the first of several moves is pending until all are made", async () => {
  const { table } = sit();
  const playing = table.playAll(["claim a-b 1 swap", "swap blue"]);
  expect(table.pending?.text).toBe("claim a-b 1 swap");
  await Promise.resolve();
  expect(table.pending?.text).toBe("claim a-b 1 swap");
  await playing;
  expect(table.busy).toBe(false);
});
