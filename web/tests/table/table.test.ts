import { beforeEach, expect, test, vi } from "vitest";
import type { View } from "../../src/lib/api";
import { remote } from "../../src/lib/remote";
import { Table } from "../../src/table/table.svelte";

const view = (ply: number, ...legal: string[]) =>
  ({ ply, viewer: 0, movers: [0], legal: legal.map((text) => ({ text, kind: "draw" })) }) as unknown as View;
let sent: string[];
let answers: ((body: unknown, status?: number) => void)[];

beforeEach(() => {
  [sent, answers] = [[], []];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { move: string }).move);
    return new Promise((resolve) =>
      answers.push((body, status = 200) =>
        resolve(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })),
      ),
    );
  });
});

function sit(): Table {
  const table = new Table("server", remote, "x".repeat(22));
  table.views = [view(1, "draw", "take red")];
  return table;
}

test("a move made while another is being sent is ignored, whether it would be legal or not", async () => {
  for (const next of [view(2, "take red"), view(2)]) {
    const table = sit();
    const first = table.play("draw");
    void table.play("take red");
    answers.at(-1)!({ seq: 2, view: next });
    await first;
    expect(table.refused).toBeNull();
    expect(table.view!.ply).toBe(2);
  }
  expect(sent).toEqual(["draw", "draw"]);
});

test("a refused move is taken back", async () => {
  const table = sit();
  const first = table.play("draw");
  expect(table.pending).toMatchObject({ text: "draw" });
  answers[0]!({ code: "stale", parameters: {}, text: "", seq: 5, views: [view(5, "take red")] }, 409);
  await first;
  expect(table.pending).toBeNull();
  expect(table.refused?.code).toBe("stale");
  expect(table.view!.ply).toBe(5);
});

test("the next move can be made as soon as an event shows the one before, even if its answer comes later", async () => {
  const table = sit();
  const [first] = [table.play("draw"), table["see"]([view(2, "take red")], 2)];
  expect(table.busy).toBe(false);
  const second = table.play("take red");
  answers[0]!({ seq: 2, view: view(2, "take red") });
  await first;
  expect(table.pending).toMatchObject({ text: "take red" });
  answers[1]!({ seq: 3, view: view(3) });
  await second;
  expect(table.busy).toBe(false);
  expect(sent).toEqual(["draw", "take red"]);
});
