/**
 * The service worker: keeps all files of one version of the site, so that it works without a network.
 *
 * A new version is kept completely, in a cache of its own, before it is offered; it waits until the page says that the
 * reader wants it. So a page and its files are never of two versions. What is not a file of the site goes to the network.
 */
/// <reference lib="webworker" />
export {}; // a module: its names are its own

/** What the server, or `whistlestop site`, writes in front of this script. */
interface Site {
  version: string;
  /** The address of the page, relative to this script. */
  page: string;
  /** The addresses at which the page is shown, as a regular expression; it reads them by itself. */
  pages: string;
  /** The digests of the files that are kept at once, by their address, relative to this script. */
  files: Record<string, string>;
  /** The digests of the large files that are kept once they were needed. */
  late: Record<string, string>;
}

declare const self: ServiceWorkerGlobalScope & { site: Site };

const { version, pages, files, late } = self.site;
const absolute = (address: string) => new URL(address, self.location.href).href;
const page = absolute(self.site.page);
/** The site's folder. */
const top = absolute("./");
/** Several copies of the site may share an origin, each in a folder of its own. */
const cachePrefix = `whistlestop ${top} `;
const cacheName = cachePrefix + version;
const kept = new Set(Object.keys(files).map(absolute));
const keptLate = new Map(Object.entries(late).map(([address, integrity]) => [absolute(address), integrity]));

/** Keep all files. The browser checks their digests, so a server that changes its version meanwhile spoils nothing. */
async function keepAll() {
  const cache = await caches.open(cacheName);
  const requests = Object.entries(files).map(
    ([address, integrity]) => new Request(absolute(address), { integrity, cache: "no-cache" }),
  );
  await cache.addAll(requests);
}

async function deleteOldVersions() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request: Request, address: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(address)) ?? fetch(request); // a browser may have deleted what was kept
}

/** A large file: as it was kept, or else from the network, and kept for the next time. */
async function answerLate(address: string, integrity: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(address);
  if (found) return found;
  const response = await fetch(address, { integrity });
  if (response.ok) await cache.put(address, response.clone()).catch(() => undefined); // there may be no room
  return response;
}

/** What the server sends to a browser whose pages may be closed. */
interface Notice {
  id: string;
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Show a notice in place of the last one of its table. One that comes twice doesn't call twice. */
async function show({ id, title, body, path, tag }: Notice) {
  const shown = await self.registration.getNotifications({ tag });
  const renotify = !shown.some(({ data }) => (data as { id: string }).id === id);
  const icon = absolute("icons/icon-192.png");
  const options: NotificationOptions & { renotify: boolean } = { body, tag, icon, renotify, data: { id, path } };
  await self.registration.showNotification(title, options);
}

/** Open the page that a notice leads to; one that is open already comes to the front. */
async function openPage(path: string) {
  const address = absolute(path);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find(({ url }) => url.replace(/[?#].*/, "") === address);
  await (found ? found.focus() : self.clients.openWindow(address));
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data!.json() as Notice)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage((event.notification.data as { path: string }).path));
});
self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOldVersions()));
self.addEventListener("message", (event) => {
  if (event.data === "skip waiting") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET" || !address.startsWith(top)) return;
  if (request.mode === "navigate") {
    if (new RegExp(`^(${pages})$`).test(address.slice(top.length))) event.respondWith(answer(request, page));
  } else if (keptLate.has(address)) {
    event.respondWith(answerLate(address, keptLate.get(address)!));
  } else if (kept.has(address) && address !== page) {
    event.respondWith(answer(request, address)); // a script that asks for the page asks whether there is another version
  }
});
