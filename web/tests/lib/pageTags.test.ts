import { expect, test, vi } from "vitest";

test("a page says the name of the table that it was loaded for, and of no other", async () => {
  const [first, second] = ["a".repeat(22), "b".repeat(22)];
  const tags: Record<string, string> = {
    "meta[name='whistlestop:map']": "europe",
    "meta[property='og:title']": "Europe · Whistlestop",
  };
  vi.stubGlobal("location", { pathname: `/t/${first}`, search: "", hash: "" });
  vi.stubGlobal("document", { querySelector: (selector: string) => ({ content: tags[selector] }) });
  const { tableMap, tableTitle } = await import("../../src/lib/pageTags");
  expect(tableMap).toBe("europe");
  expect([tableTitle(first), tableTitle(second)]).toEqual(["Europe", undefined]);
});
