/** The person at this browser, and their settings. */
import { say } from "../i18n/i18n.svelte";
import { createPlayer, me, mute, Refused, rename } from "./api";

export type Theme = "auto" | "light" | "dark";
const THEME = "whistlestop.theme";
const CONFIRM = "whistlestop.ask";
/** The server's errors for a browser without a player, or whose player is forgotten. */
const NO_PLAYER = ["no_token", "bad_token", "expired_token", "forgotten_player"];
/** What can be switched on and off, with its default. */
const SWITCHES = { sounds: false, notices: false, keys: true };
export type Switch = keyof typeof SWITCHES;

class Person {
  id = $state("");
  name = $state("");
  muted = $state.raw<string[]>([]);
  switches = $state({ ...SWITCHES });
  theme = $state<Theme>("auto");
  /** Whether to ask before moves that can't be undone. */
  confirmMoves = $state(true);

  private identified: Promise<void> = Promise.resolve();
  private ensured: Promise<void> | null = null;

  /** Read the stored settings, and ask the server which player this browser is. */
  start(): Promise<void> {
    this.theme = (localStorage.getItem(THEME) as Theme | null) ?? "auto";
    this.confirmMoves = localStorage.getItem(CONFIRM) !== "no";
    for (const key of Object.keys(SWITCHES) as Switch[]) {
      const kept = localStorage.getItem(`whistlestop.${key}`);
      if (kept) this.switches[key] = kept === "yes";
    }
    this.applyTheme();
    this.identified = this.identify();
    return this.identified;
  }

  private async identify() {
    try {
      const { id, name, muted } = await me();
      [this.id, this.name, this.muted] = [id, name, muted];
    } catch (error) {
      if (!NO_PLAYER.includes((error as Refused).code)) throw error; // it may have a player: don't create another
    }
  }

  /** Create a player, once, if this browser has none: most requests need one. */
  ensurePlayer(): Promise<void> {
    this.ensured ??= this.createIfNone().catch((error) => {
      this.ensured = null;
      throw error;
    });
    return this.ensured;
  }

  private async createIfNone() {
    await this.identified;
    if (!this.name) ({ id: this.id, name: this.name } = await createPlayer(say("default_name")));
  }

  async rename(name: string) {
    await this.ensurePlayer();
    this.name = (await rename(name)).name;
  }

  /** Hide a player's chat messages, or show them again. */
  async mute(player: string, muted: boolean) {
    await mute(player, muted);
    this.muted = muted ? [...this.muted, player] : this.muted.filter((id) => id !== player);
  }

  setTheme(theme: Theme) {
    this.theme = theme;
    localStorage.setItem(THEME, theme);
    this.applyTheme();
  }

  setConfirmMoves(confirmMoves: boolean) {
    this.confirmMoves = confirmMoves;
    localStorage.setItem(CONFIRM, confirmMoves ? "yes" : "no");
  }

  /** Switch something on or off; notifications need the browser's permission. */
  async setSwitch(key: Switch, on: boolean) {
    if (key === "notices" && on) on = (await Notification.requestPermission()) === "granted";
    this.switches[key] = on;
    localStorage.setItem(`whistlestop.${key}`, on ? "yes" : "no");
  }

  private applyTheme() {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const person = new Person();
