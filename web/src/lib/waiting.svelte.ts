/** What waits for the person at the server, whichever page they look at: shown in the title, and as the app's badge. */
import { say } from "../i18n/i18n.svelte";
import { ask } from "./api";
import { person } from "./person.svelte";
import type { components } from "./protocol";

export type WaitingTable = components["schemas"]["WaitingTable"];
const LOOK_EVERY = 30_000;
const SITE = "Whistlestop";

class Waiting {
  /** The tables that wait for the person, the most urgent first. */
  tables = $state.raw<WaitingTable[]>([]);
  /** The table that is shown; empty on other pages. */
  shown = $state("");
  /** Whether it is the person's turn at the table that is shown. */
  isTurnHere = $state(false);
  /** The tables that wait besides the one that is shown. */
  readonly others = $derived(this.tables.filter(({ table }) => table !== this.shown));
  readonly title = $derived.by(() => {
    const count = this.others.length ? `(${this.others.length}) ` : "";
    return this.isTurnHere ? `● ${count}${say("your_turn")} · ${SITE}` : `${count}${SITE}`;
  });
  private hasStarted = false;

  /** Look again and again, and show what was found. */
  start() {
    if (this.hasStarted) return;
    this.hasStarted = true;
    $effect.root(() => {
      $effect(() => {
        if (person.id) void this.look();
      });
      $effect(() => {
        document.title = this.title;
      });
      $effect(() => {
        const count = this.others.length + Number(this.isTurnHere);
        const done = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
        done?.catch(() => undefined); // only installed apps have a badge
      });
    });
    setInterval(() => void this.look(), LOOK_EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || void this.look());
  }

  /** Ask the server, if it knows the person, and do this browser's part of games that start. */
  async look() {
    if (!person.id) return;
    try {
      this.tables = await ask<WaitingTable[]>("GET", "/api/me/waiting");
      for (const { table, what } of this.tables)
        if (what === "start" && table !== this.shown) await (await import("./fairStart")).sendAllParts(table);
    } catch {
      return; // the next look may find the server, and other pages say what is wrong
    }
  }
}

export const waiting = new Waiting();
