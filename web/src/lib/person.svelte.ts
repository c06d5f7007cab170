/** The person at this browser, and their settings. */
import { say } from "../i18n/i18n.svelte";
import { become, me, mute, Refused, rename } from "./api";

export type Theme = "auto" | "light" | "dark";
const THEME = "whistlestop.theme";
const ASK = "whistlestop.ask";
/** What the server says to a browser that is no player, or none any more. */
const NOBODY = ["no_token", "bad_token", "expired_token", "forgotten_player"];
/** What may be switched on and off, and how it is at first. */
const SWITCHES = { sounds: false, notices: false, keys: true };
export type Switch = keyof typeof SWITCHES;

class Person {
  id = $state("");
  name = $state("");
  muted = $state.raw<string[]>([]);
  switches = $state({ ...SWITCHES });
  theme = $state<Theme>("auto");
  /** Whether to ask before moves that can't be undone. */
  careful = $state(true);

  private recognised: Promise<void> = Promise.resolve();
  private arriving: Promise<void> | null = null;

  /** Read what was kept, and find out who this is, if anybody. */
  start(): Promise<void> {
    this.theme = (localStorage.getItem(THEME) as Theme | null) ?? "auto";
    this.careful = localStorage.getItem(ASK) !== "no";
    for (const key of Object.keys(SWITCHES) as Switch[]) {
      const kept = localStorage.getItem(`whistlestop.${key}`);
      if (kept) this.switches[key] = kept === "yes";
    }
    this.paint();
    this.recognised = this.recognise();
    return this.recognised;
  }

  private async recognise() {
    try {
      const { id, name, muted } = await me();
      [this.id, this.name, this.muted] = [id, name, muted];
    } catch (error) {
      if (!NOBODY.includes((error as Refused).code)) throw error; // whoever is not asked must not become somebody else
    }
  }

  /** Become somebody, once, if this browser is nobody yet: asking for a table needs a player. */
  arrive(): Promise<void> {
    this.arriving ??= this.enter().catch((error) => {
      this.arriving = null;
      throw error;
    });
    return this.arriving;
  }

  private async enter() {
    await this.recognised;
    if (!this.name) ({ id: this.id, name: this.name } = await become(say("default_name")));
  }

  async call(name: string) {
    await this.arrive();
    this.name = (await rename(name)).name;
  }

  /** Read somebody's words no more, or again. */
  async mute(player: string, muted: boolean) {
    await mute(player, muted);
    this.muted = muted ? [...this.muted, player] : this.muted.filter((one) => one !== player);
  }

  choose(theme: Theme) {
    this.theme = theme;
    localStorage.setItem(THEME, theme);
    this.paint();
  }

  beCareful(careful: boolean) {
    this.careful = careful;
    localStorage.setItem(ASK, careful ? "yes" : "no");
  }

  /** Switch something on or off; notices need the browser's leave. */
  async turn(key: Switch, on: boolean) {
    if (key === "notices" && on) on = (await Notification.requestPermission()) === "granted";
    this.switches[key] = on;
    localStorage.setItem(`whistlestop.${key}`, on ? "yes" : "no");
  }

  private paint() {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const person = new Person();
