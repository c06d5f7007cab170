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

test("a move made while another is being sent waits, and is then made if still legal", async () => {
  const table = sit();
  const first = table.play("draw");
  void table.play("take red");
  expect(sent).toEqual(["draw"]);
  answers[0]!({ seq: 2, view: view(2, "take red") });
  await vi.waitFor(() => expect(sent).toEqual(["draw", "take red"]));
  answers[1]!({ seq: 3, view: view(3) });
  await first;
  expect(table.refused).toBeNull();
  expect(table.view!.ply).toBe(3);
});

test("a move that is no longer legal is reported, a double click is not", async () => {
  for (const [again, code] of [
    ["take red", "stale"],
    ["draw", undefined],
  ]) {
    const table = sit();
    const first = table.play("draw");
    void table.play(again!);
    answers.at(-1)!({ seq: 2, view: view(2) });
    await first;
    expect(table.refused?.code).toBe(code);
  }
});

test("a refusal drops the move that waits behind it", async () => {
  const table = sit();
  const first = table.play("draw");
  void table.play("take red");
  answers[0]!({ code: "stale", parameters: {}, text: "", seq: 5, views: [view(5, "take red")] }, 409);
  await first;
  expect(sent).toEqual(["draw"]);
  expect(table.refused?.code).toBe("stale");
  expect(table.view!.ply).toBe(5);
});
