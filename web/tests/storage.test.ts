import { afterEach, expect, test, vi } from "vitest";
import { storage } from "../src/storage";

afterEach(() => vi.unstubAllGlobals());

test("texts are kept by the browser", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(storage.read("a")).toBeNull();
  storage.write("a", "1");
  expect(kept.get("a")).toBe("1");
  expect(storage.read("a")).toBe("1");
});

test("where the browser denies that, they last as long as the page", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  });
  expect(storage.read("b")).toBeNull();
  storage.write("b", "2");
  expect(storage.read("b")).toBe("2");
});
