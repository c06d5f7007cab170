/** The engine's files for tests: the module as `make wasm` builds it, and games as Python exports them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { Library } from "../../src/engine/library";
import type { SavedTable, Store } from "../../src/engine/store";
import type { BrokenGame } from "../../src/lib/tables";

const SOURCES = fileURLToPath(new URL("../../../src", import.meta.url));
const BUILT = process.env.WHISTLESTOP_ENGINE ?? `${SOURCES}/whistlestop/wasm/built`;
const EXPORT = `
import os
import sys
from pathlib import Path
from whistlestop.game.game import Game
from whistlestop.wasm.export import game_data, network_file, network_name, write_json

folder, *games = sys.argv[1:]
for game in games:
    name, seats = game.rsplit("-", 1)
    made = Game(name, int(seats))
    for file, content in ((network_name(made), network_file(made)), (f"{game}.json", write_json(game_data(made)))):
        part = Path(folder) / f"{file}.{os.getpid()}"
        part.write_bytes(content)
        part.replace(part.with_suffix(""))  # at once, since several tests share the folder
`;

if (!existsSync(`${BUILT}/engine.json`)) throw new Error("The engine is not built. Build it with `make wasm`.");
const { version } = JSON.parse(readFileSync(`${BUILT}/engine.json`, "utf8")) as { version: string };

const maps = readdirSync(`${SOURCES}/whistlestop/maps`, { recursive: true, withFileTypes: true });
const changed = Math.max(...maps.map((file) => statSync(`${file.parentPath}/${file.name}`).mtimeMs));

/** A library with some games, such as `europe-2`; any other game is unknown. */
export function makeLibrary(...games: string[]): Library {
  const folder = `${tmpdir()}/whistlestop-games-${version}-${changed}`;
  mkdirSync(folder, { recursive: true });
  const missing = games.filter((game) => !existsSync(`${folder}/${game}.json`));
  if (missing.length)
    execFileSync("python", ["-c", EXPORT, folder, ...missing], {
      env: { ...process.env, PYTHONPATH: SOURCES, WHISTLESTOP_TARGET: "none" },
    });
  return new Library("", version, (path) => {
    const file = /^(games|networks)\//.test(path) ? path.replace(/^\w+/, folder) : `${BUILT}/${path}`;
    const isKnown = !path.startsWith("games/") || games.some((game) => path === `games/${game}.json`);
    return Promise.resolve(isKnown ? new Response(readFileSync(file)) : new Response("", { status: 404 }));
  });
}

/** A store in memory. Like a browser's, it keeps copies. */
export class MemoryStore implements Store {
  readonly tables = new Map<string, SavedTable>();
  readonly broken = new Map<string, BrokenGame>();

  all = () => Promise.resolve([...this.tables.values()].map((table) => structuredClone(table)));
  allBroken = () => Promise.resolve([...this.broken.values()]);
  read = (id: string) => Promise.resolve(structuredClone(this.tables.get(id)));

  save(table: SavedTable, seq: number | null) {
    if ((this.tables.get(table.id)?.info.seq ?? null) !== seq) return Promise.resolve(false);
    this.tables.set(table.id, structuredClone(table));
    return Promise.resolve(true);
  }

  setAside(broken: BrokenGame) {
    this.broken.set(broken.id, broken);
    this.tables.delete(broken.id);
    return Promise.resolve();
  }

  remove(id: string) {
    this.tables.delete(id);
    this.broken.delete(id);
    return Promise.resolve();
  }
}
