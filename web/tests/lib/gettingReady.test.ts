import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Progress, whenReady } from "../../src/lib/gettingReady";
import { Refused } from "../../src/lib/refused";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a request waits until what it needs is ready, and says how far that is", async () => {
  const answers = [
    new Refused("getting_ready", { done: 3, of: 40, seconds: 1 }, null, null, ""),
    new Refused("engine_not_ready", {}, null, null, ""),
  ];
  const told: (Progress | null)[] = [];
  const request = () => (answers.length ? Promise.reject(answers.shift()!) : Promise.resolve("ready"));
  const asked = whenReady(request, (progress) => told.push(progress));
  await vi.runAllTimersAsync();
  expect(await asked).toBe("ready");
  expect(told).toEqual([{ what: "rules", done: 3, of: 40 }, { what: "engine", done: 0, of: 0 }, null]);
});

test("other errors are thrown at once", async () => {
  const told: (Progress | null)[] = [];
  const request = () => Promise.reject(new Refused("no_storage", {}, null, null, ""));
  await expect(whenReady(request, (progress) => told.push(progress))).rejects.toMatchObject({ code: "no_storage" });
  expect(told).toEqual([null]);
});
