/** The person at this browser, and their settings. */
import { say } from "../i18n/i18n.svelte";
import { storage } from "../storage";
import { block, chooseEmblem, createPlayer, me, mute, type Player, Refused, rename, useCode } from "./api";
import { edition } from "./site";

export type Theme = "auto" | "light" | "dark";
const NAME = "whistlestop.name";
const THEME = "whistlestop.theme";
const CONFIRM = "whistlestop.ask";
const BOT_SPEED = "whistlestop.bot_speed";
/** How long bots of games in this browser wait before they move, as a share of their usual time. */
export const BOT_SPEEDS = { usual: 1, fast: 0.3, at_once: 0 };
export type BotSpeed = keyof typeof BOT_SPEEDS;
/** The server's errors for a browser without a player, or whose player is forgotten. */
const NO_PLAYER = ["no_token", "bad_token", "expired_token", "forgotten_player", "signed_out"];
/** What can be switched on and off, with its default. */
const SWITCHES = { sounds: false, notices: false, keys: true };
export type Switch = keyof typeof SWITCHES;

class Person {
  /** The id of this browser's player at the server; empty until it has one. */
  id = $state("");
  /** The person's name, here and at the server; empty until there is one. */
  name = $state("");
  /** The number of the sign beside the name. */
  emblem = $state<number | null>(null);
  muted = $state.raw<string[]>([]);
  blocked = $state.raw<string[]>([]);
  switches = $state({ ...SWITCHES });
  theme = $state<Theme>("auto");
  botSpeed = $state<BotSpeed>("usual");
  /** Whether to ask before moves that can't be undone. */
  confirmMoves = $state(true);

  private identified: Promise<void> | null = null;
  private ensured: Promise<void> | null = null;

  /** Read the stored settings, and ask the server, if there is one, which player this browser is. */
  start() {
    this.name = storage.read(NAME) ?? "";
    this.theme = (storage.read(THEME) as Theme | null) ?? "auto";
    const speed = storage.read(BOT_SPEED) ?? "";
    if (speed in BOT_SPEEDS) this.botSpeed = speed as BotSpeed;
    this.confirmMoves = storage.read(CONFIRM) !== "no";
    for (const key of Object.keys(SWITCHES) as Switch[]) {
      const kept = storage.read(`whistlestop.${key}`);
      if (kept) this.switches[key] = kept === "yes";
    }
    this.applyTheme();
    if (edition === "server") this.identify().catch(() => undefined); // whatever needs a player asks again
  }

  /** Whether the person has chosen a name. */
  get hasOwnName(): boolean {
    return this.name !== "" && this.name !== say("default_name");
  }

  /** The name for a game in this browser. */
  get nameHere(): string {
    return this.name || say("default_name");
  }

  /** Ask the server which player this browser is; once, unless it can't be reached. */
  private identify(): Promise<void> {
    this.identified ??= this.readPlayer().catch((error) => {
      this.identified = null;
      throw error;
    });
    return this.identified;
  }

  private async readPlayer() {
    try {
      const player = await me();
      if (player) this.setPlayer(player);
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
    if (!this.id) this.setPlayer(await createPlayer(this.nameHere)); // the server creates none if there is one
  }

  /** Become a player: the one of this browser, or one who has just signed in. */
  setPlayer({ id, name, emblem, muted, blocked }: Player) {
    [this.id, this.emblem, this.muted, this.blocked] = [id, emblem ?? null, muted, blocked];
    this.keepName(name);
  }

  /** Sign in with a code of another device. */
  async useCode(code: string) {
    this.setPlayer(await useCode(code));
  }

  async chooseEmblem(emblem: number | null) {
    this.emblem = emblem; // at once: the next choice may come before the answer
    await this.ensurePlayer();
    await chooseEmblem(emblem);
  }

  async rename(name: string) {
    if (edition === "static") return this.keepName(name.trim());
    await this.ensurePlayer();
    this.keepName((await rename(name)).name);
  }

  private keepName(name: string) {
    this.name = name;
    storage.write(NAME, name);
  }

  /** Hide a player's chat messages, or show them again. */
  async mute(player: string, muted: boolean) {
    await mute(player, muted);
    this.muted = muted ? [...this.muted, player] : this.muted.filter((id) => id !== player);
  }

  /** Never play with a player, or play with them again. */
  async block(player: string, blocked: boolean) {
    await block(player, blocked);
    this.blocked = blocked ? [...this.blocked, player] : this.blocked.filter((id) => id !== player);
  }

  setTheme(theme: Theme) {
    this.theme = theme;
    storage.write(THEME, theme);
    this.applyTheme();
  }

  setBotSpeed(speed: BotSpeed) {
    this.botSpeed = speed;
    storage.write(BOT_SPEED, speed);
  }

  setConfirmMoves(confirmMoves: boolean) {
    this.confirmMoves = confirmMoves;
    storage.write(CONFIRM, confirmMoves ? "yes" : "no");
  }

  /** Switch something on or off; notifications need the browser's permission. */
  async setSwitch(key: Switch, on: boolean) {
    if (key === "notices" && on) on = (await Notification.requestPermission()) === "granted";
    this.switches[key] = on;
    storage.write(`whistlestop.${key}`, on ? "yes" : "no");
  }

  private applyTheme() {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const person = new Person();
