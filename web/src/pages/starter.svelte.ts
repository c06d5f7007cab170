/** Starts games: in this browser wherever that is possible, else at the server. */
import type { NewTable } from "../lib/api";
import { type Progress, whenReady } from "../lib/gettingReady";
import { person } from "../lib/person.svelte";
import { Refused } from "../lib/refused";
import { remote } from "../lib/remote";
import { type Place, router, tableRoute } from "../lib/router.svelte";
import { edition } from "../lib/site";
import type { Tables } from "../lib/tables";
import { version } from "../lib/version.svelte";
import { browserTables } from "../table/places";

/** Errors of a browser that can't play by itself, or of a server that doesn't have the engine. */
const CANT_PLAY_HERE = ["no_engine", "no_storage", "engine_missing"];

class Starter {
  /** What the game waits for that is being started. */
  waiting = $state.raw<Progress | null>(null);
  /** Why the last game is played at the server, if this browser can't play it. */
  fallback = $state.raw<Refused | null>(null);

  /** Start a game of people at this browser and bots, and show it. */
  async startHere(options: NewTable) {
    this.fallback = null;
    try {
      await this.start("browser", browserTables, options);
    } catch (error) {
      const refused = error as Refused;
      if (refused.code === "engine_version") void version.check();
      if (edition === "static" || !CANT_PLAY_HERE.includes(refused.code)) throw error;
      await this.startAtServer(options);
      this.fallback = refused;
    }
  }

  /** Make a table at the server, and show it. */
  async startAtServer(options: NewTable) {
    await person.ensurePlayer();
    await this.start("server", () => Promise.resolve(remote), options);
  }

  private async start(place: Place, tables: () => Promise<Tables>, options: NewTable) {
    const from = router.route;
    const make = async () => (await tables()).makeTable(options, person.nameHere);
    const { id } = await whenReady(make, (progress) => (this.waiting = progress));
    if (router.route === from) router.go(tableRoute(place, id)); // else the reader has gone elsewhere meanwhile
  }
}

export const starter = new Starter();
