import { afterEach, beforeEach, expect, test, vi } from "vitest";

class Registration extends EventTarget {
  active: object | null = null;
  waiting: { postMessage: (message: string) => void } | null = null;
  installing: EventTarget | null = null;
  update = vi.fn(() => Promise.resolve());
}

let registration: Registration;
let container: EventTarget & { controller: object | null; register: () => Promise<Registration> };
const reload = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("DEV", false);
  registration = new Registration();
  container = Object.assign(new EventTarget(), { controller: null, register: () => Promise.resolve(registration) });
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("location", { reload });
  reload.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

async function start() {
  const { version } = await import("../../src/lib/version.svelte");
  await version.start();
  return version;
}

/** The service worker that is being installed has come to a new state. */
const change = () => registration.installing!.dispatchEvent(new Event("statechange"));

test("after the first visit the page works offline, and nothing is newer", async () => {
  registration.installing = new EventTarget();
  const version = await start();
  expect(version.offlineReady).toBe(false);
  registration.active = {};
  change();
  expect([version.offlineReady, version.stale]).toEqual([true, false]);
});

test("a newer version waits until the reader reloads", async () => {
  container.controller = registration.active = {};
  const version = await start();
  expect([version.offlineReady, version.stale]).toEqual([true, false]);
  registration.installing = new EventTarget();
  registration.dispatchEvent(new Event("updatefound"));
  const postMessage = vi.fn();
  registration.waiting = { postMessage };
  change();
  expect(version.stale).toBe(true);
  version.reload();
  expect(postMessage).toHaveBeenCalledWith("skip waiting");
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledOnce();
});

test("a tab is told that another one has changed the version", async () => {
  container.controller = registration.active = {};
  const version = await start();
  container.dispatchEvent(new Event("controllerchange"));
  expect(version.stale).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});

test("with a service worker the browser looks for a newer version, else the page asks the server", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("<script src='/assets/newer.js'></script>")));
  vi.stubGlobal("fetch", fetched);
  const version = await start();
  await version.check();
  expect(registration.update).toHaveBeenCalledOnce();
  expect(fetched).not.toHaveBeenCalled();

  vi.resetModules();
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", {
    documentElement: { dataset: {} },
    querySelector: () => ({ getAttribute: () => "/assets/own.js" }),
  });
  const without = await start();
  await without.check();
  expect(fetched).toHaveBeenCalledWith("/", { cache: "no-store" });
  expect(without.stale).toBe(true);
  without.reload();
  expect(reload).toHaveBeenCalledOnce();
});
