/**
 * Counts the requests of browser clients, without browsers: node requests.js WEB_FOLDER TABLE_MODULE API_MODULE URL
 *
 * Five people start a game, and two people with a clock make 50 moves. Every person is a `Table` of the client.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [root, tableModule, apiModule, url] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(createRequire(import.meta.resolve("../web/package.json")).resolve(name)).href);
const { createServer } = await load("vite");
const { svelte } = await load("@sveltejs/vite-plugin-svelte");

const person = new AsyncLocalStorage();
const realFetch = fetch;
let counts = new Map();
const count = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
const plain = (path) => path.replace(/[A-Za-z0-9_-]{22}/, "{id}").replace(/\?.*/, "").replace(/\/\d+/, "/{n}");

globalThis.fetch = (path, options = {}) => {
  count(`${options.method ?? "GET"} ${plain(path)}`);
  const headers = { ...options.headers, authorization: `Bearer ${person.getStore().token}` };
  return realFetch(url + path, { ...options, headers });
};

globalThis.EventSource = class {
  static CLOSED = 2;
  listeners = {};
  stop = new AbortController();
  constructor(path) {
    count(`STREAM ${plain(path)}`);
    void this.read(path).catch(() => undefined);
  }
  addEventListener(kind, act) {
    this.listeners[kind] = act;
  }
  close() {
    this.stop.abort();
  }
  async read(path) {
    const headers = { authorization: `Bearer ${person.getStore().token}` };
    const answer = await realFetch(url + path, { headers, signal: this.stop.signal });
    let rest = "";
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop();
      for (const frame of frames) {
        const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s, 2)));
        if (fields.data) this.listeners[fields.event]?.({ data: fields.data, lastEventId: fields.id ?? "" });
      }
    }
  }
};
const kept = new Map();
globalThis.sessionStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };

const server = await createServer({
  root, configFile: false, plugins: [svelte()], server: { middlewareMode: true, hmr: false, ws: false }, appType: "custom",
  logLevel: "error", optimizeDeps: { noDiscovery: true },
});
const { Table } = await server.ssrLoadModule(tableModule);
const api = await server.ssrLoadModule(apiModule);

const until = async (test) => {
  for (let tries = 0; !test(); tries++) {
    if (tries > 3000) throw new Error(`waited in vain: ${test}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
/** The table's JSON; older versions of the client called it `said`. */
const infoOf = (table) => table.info ?? table.said;
const rest = () => new Promise((resolve) => setTimeout(resolve, 1500));

/** People who look at a new table; all but the first still have to sit down. */
async function gather(people, wish) {
  const all = [];
  for (let n = 0; n < people; n++) {
    const body = JSON.stringify({ name: `Player ${n}`, program: true });
    const headers = { "content-type": "application/json" };
    all.push(await (await realFetch(`${url}/api/players`, { method: "POST", body, headers })).json());
  }
  const seats = ["you", ...Array(people - 1).fill("open")];
  const { id } = await person.run(all[0], () => api.makeTable({ ...wish, seats, listed: false, watchable: false }));
  counts = new Map();
  const clients = all.map((one) => ({ one, table: new Table(id) }));
  await Promise.all(clients.map(({ one, table }) => person.run(one, () => table.open())));
  return clients;
}

async function start(people, wish) {
  const clients = await gather(people, wish);
  for (const { one, table } of clients.slice(1)) await person.run(one, () => table.accept(api.sitDown(table.id)));
  await until(() => clients.every(({ table }) => table.view));
  for (const { one, table } of clients)
    await person.run(one, () => table.play(table.view.legal[0].text, infoOf(table).yours[0]));
  await until(() => clients.every(({ table }) => table.view.phase !== "first choice"));
  await rest();
  return clients;
}

async function move(clients, moves) {
  for (let made = 0; made < moves; made++) {
    await until(() => new Set(clients.map(({ table }) => table.view.ply)).size === 1);
    const [seat] = clients[0].table.view.movers;
    const { one, table } = clients.find((client) => infoOf(client.table).yours.includes(seat));
    const first = table.view.legal.find((legal) => legal.kind === "draw") ?? table.view.legal[0];
    await person.run(one, () => table.play(first.text, seat));
    if (table.refused) throw table.refused;
  }
  await rest();
}

function report(what) {
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  console.log(`${what}: ${total} requests`);
  for (const [path, number] of [...counts].sort((p, q) => q[1] - p[1])) console.log(`  ${number} ${path}`);
}

await start(5, { map: "europe" });
report("five people start a game");
const pair = await start(2, { map: "europe", clock: { kind: "turn", seconds: 600 } });
counts = new Map();
await move(pair, 50);
report("two people make 50 moves with a clock");
process.exit(0);
