import { afterEach, expect, test, vi } from "vitest";

const ID = "AbCdEfGhIjKlMnOpQrSt_-";

/** The router and the site of an edition. */
async function load(edition: "server" | "static") {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { dataset: edition === "static" ? { edition } : {} } });
  return { ...(await import("../../src/lib/router.svelte")), ...(await import("../../src/lib/site")) };
}
afterEach(() => vi.unstubAllGlobals());

const address = (href: string) => new URL(href, "https://example.org/games/");

test("a table's route says where it is", async () => {
  const { tableRoute, readTableRoute } = await load("server");
  expect(tableRoute("server", ID)).toBe(`/t/${ID}`);
  expect(tableRoute("browser", ID, 12)).toBe(`/local/${ID}?ply=12`);
  expect(readTableRoute(`/t/${ID}`)).toEqual({ place: "server", id: ID, ply: null, review: false });
  expect(readTableRoute(`/local/${ID}?ply=0`)).toEqual({ place: "browser", id: ID, ply: 0, review: false });
  const review = tableRoute("server", ID, 12, true);
  expect(readTableRoute(review)).toEqual({ place: "server", id: ID, ply: 12, review: true });
  for (const route of ["/", "/new", "/t/short", `/t/${ID}x`, `/x/${ID}`, `/t/${ID}?ply=x`])
    expect(readTableRoute(route), route).toBeNull();
});

test("a lesson's route says its map and its name", async () => {
  const { lessonRoute, readLessonRoute } = await load("server");
  expect(readLessonRoute(lessonRoute("new_york", "first_game"))).toEqual({ map: "new_york", lesson: "first_game" });
  for (const route of ["/learn", "/learn/new_york", "/learn/a/b/c", "/learn/A/../b"])
    expect(readLessonRoute(route), route).toBeNull();
});

test.each(["server", "static"] as const)(
  "in the %s edition an address gives back its route and data",
  async (edition) => {
    const { href, readAddress } = await load(edition);
    for (const route of ["/", "/new", "/import", `/local/${ID}?ply=3`])
      for (const data of ["", "eJwL_-09"])
        expect(readAddress(address(href(route, data))), href(route, data)).toEqual({ route, data });
  },
);

test("only the static edition has routes in the fragment", async () => {
  const server = await load("server");
  expect(server.href("/new")).toBe("/new");
  expect(server.href("/import", "abc")).toBe("/import#abc");
  const files = await load("static");
  expect(files.href("/new")).toBe("#/new");
  expect(files.href("/import", "abc")).toBe("#/import!abc");
  expect(files.readAddress(address(""))).toEqual({ route: "/", data: "" });
});

test("a full address keeps the folder of a static site", async () => {
  vi.stubGlobal("location", address("index.html#/new"));
  const { fullAddress } = await load("static");
  expect(fullAddress("/import", "abc")).toBe("https://example.org/games/index.html#/import!abc");
});

test("a server's data is a file of the static edition, under the site's folder", async () => {
  expect((await load("server")).fileUrl("/api/maps")).toBe("/api/maps");
  const { fileUrl, ROOT } = await load("static");
  expect(ROOT).toMatch(/\/src\/$/); // the folder above this script's
  expect(fileUrl("/boards/europe/en")).toBe(`${ROOT}boards/europe/en.json`);
});

test("people join by a link or a code", async () => {
  const { routeOfLink } = await load("server");
  for (const text of [ID, ` https://example.org/t/${ID} `, `http://x/t/${ID}?ply=3`, `/t/${ID}/`])
    expect(routeOfLink(text), text).toBe(`/t/${ID}`);
  for (const text of ["", "no table", `https://example.org/local/${ID}`]) expect(routeOfLink(text), text).toBeNull();
});

test("a click on a link opens its page without loading the app again, unless it opens a new tab", async () => {
  const { follow, href, router } = await load("static");
  const pushed: string[] = [];
  vi.stubGlobal("history", { pushState: (_: null, __: string, to: string) => pushed.push(to) });
  vi.stubGlobal("scrollTo", () => undefined);
  const click = (more: Partial<MouseEvent>) =>
    follow({ preventDefault: () => undefined, currentTarget: address(href("/new")), ...more } as unknown as MouseEvent);
  click({ ctrlKey: true });
  expect(pushed).toEqual([]);
  click({});
  expect(pushed).toEqual(["#/new"]);
  expect(router.route).toBe("/new");
});

test("a profile's route says whose it is", async () => {
  const { profileRoute, readProfileRoute } = await load("server");
  expect(readProfileRoute(profileRoute(ID))).toBe(ID);
  expect(readProfileRoute("/p")).toBe("");
  expect(readProfileRoute("/p/short")).toBeNull();
  expect(readProfileRoute("/puzzles")).toBeNull();
});

test("the deals of the day and duplicate matches have addresses", async () => {
  const { dailyRoute, duplicateRoute, readDailyRoute, readDuplicateRoute } = await load("server");
  for (const place of [
    { map: "", day: "" },
    { map: "new_york", day: "" },
    { map: "new_york", day: "2026-11-19" },
  ])
    expect(readDailyRoute(dailyRoute(place.map, place.day))).toEqual(place);
  expect(readDailyRoute("/daily/new_york/soon")).toBeNull();
  expect(readDuplicateRoute(duplicateRoute(ID))).toBe(ID);
  expect(readDuplicateRoute("/duplicate")).toBe("");
  expect(readDuplicateRoute("/duplicate/short")).toBeNull();
});
