/** The tables at each place. The engine of this browser is loaded when it is first needed. */
import { BOT_SPEEDS, person } from "../lib/person.svelte";
import { remote } from "../lib/remote";
import type { Place } from "../lib/router.svelte";
import type { BrowserTables, Tables } from "../lib/tables";
import { storage } from "../storage";

const USED = "whistlestop.local";

/** Whether this browser may have tables: it has been asked for them before. */
export const haveBrowserTables = (): boolean => storage.read(USED) !== null;

/** The tables in this browser. */
export async function browserTables(): Promise<BrowserTables> {
  const { local } = await import("../engine/local");
  storage.write(USED, "yes");
  void local.setBotPace(BOT_SPEEDS[person.botSpeed]).catch(() => undefined); // the next call says why it failed
  return local;
}

/** The tables at a place. */
export const tablesAt = (place: Place): Promise<Tables> =>
  place === "server" ? Promise.resolve(remote) : browserTables();
