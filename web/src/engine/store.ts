/** Where this browser keeps its tables: IndexedDB, one entry for each table. */
import type { Report, TableInfo } from "../lib/api";
import { Refused } from "../lib/refused";
import type { BrokenGame } from "../lib/tables";
import type { SavedScript } from "./script";

/** The format in which tables are kept. */
export const FORMAT = 1;

/** A table as it is kept. The record has all moves, whole; sealed choices are not in it yet. */
export interface SavedTable {
  id: string;
  format: number;
  info: TableInfo;
  record: string;
  /** The first tickets that some seats have chosen, while others still choose, as moves. */
  sealed: Record<number, string>;
  /** How many moves each searching bot has made, and with how many rollouts in all. */
  searched: Record<number, { moves: number; rollouts: number }>;
  /** The seats that are to move. */
  movers?: number[];
  /** What everybody does, if the game is a lesson. */
  script?: SavedScript | undefined;
  /** The complete report of the game, once it is over, and the version of the engine that made it. */
  report?: { version: string; report: Report };
}

/** Keeps tables. Everything that fails throws Refused with the code `no_storage`. */
export interface Store {
  all(): Promise<SavedTable[]>;
  read(id: string): Promise<SavedTable | undefined>;
  /** Keep a table, unless another tab has kept a newer one: its `seq` must still be the given one; null: none. */
  save(table: SavedTable, seq: number | null): Promise<boolean>;
  /** Set a table aside that can't be replayed. */
  setAside(broken: BrokenGame): Promise<void>;
  allBroken(): Promise<BrokenGame[]>;
  /** Remove a table, whether it could be replayed or not. */
  remove(id: string): Promise<void>;
}

const NAME = "whistlestop";
const TABLES = "tables";
const BROKEN = "broken";

const denied = (error: unknown) => new Refused("no_storage", {}, null, null, String(error));

/** Wait for a request; throws Refused if it fails. */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(denied(request.error));
  });

const find = (tables: IDBObjectStore, id: string) => done(tables.get(id) as IDBRequest<SavedTable | undefined>);

/** Open this browser's store. */
export async function openStore(): Promise<Store> {
  let database: IDBDatabase;
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const name of [TABLES, BROKEN]) request.result.createObjectStore(name, { keyPath: "id" });
    };
    database = await done(request);
    database.onversionchange = () => database.close(); // a newer page in another tab waits for it
  } catch (error) {
    throw error instanceof Refused ? error : denied(error);
  }
  return new BrowserStore(database);
}

class BrowserStore implements Store {
  constructor(private readonly database: IDBDatabase) {}

  all() {
    return this.run(TABLES, "readonly", (tables) => done(tables.getAll() as IDBRequest<SavedTable[]>));
  }

  allBroken() {
    return this.run(BROKEN, "readonly", (broken) => done(broken.getAll() as IDBRequest<BrokenGame[]>));
  }

  read(id: string) {
    return this.run(TABLES, "readonly", (tables) => find(tables, id));
  }

  save(table: SavedTable, seq: number | null) {
    return this.run(TABLES, "readwrite", async (tables) => {
      const old = await find(tables, table.id);
      if ((old?.info.seq ?? null) !== seq) return false;
      await done(tables.put(table));
      return true;
    });
  }

  async setAside(broken: BrokenGame) {
    await this.run(BROKEN, "readwrite", (all) => done(all.put(broken)));
    await this.run(TABLES, "readwrite", (tables) => done(tables.delete(broken.id)));
  }

  async remove(id: string) {
    for (const name of [TABLES, BROKEN]) await this.run(name, "readwrite", (all) => done(all.delete(id)));
  }

  /** Run a transaction, and wait until it is complete. */
  private async run<T>(name: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    try {
      const transaction = this.database.transaction(name, mode);
      const complete = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(denied(transaction.error));
      });
      const [result] = await Promise.all([act(transaction.objectStore(name)), complete]);
      return result;
    } catch (error) {
      throw error instanceof Refused ? error : denied(error);
    }
  }
}
