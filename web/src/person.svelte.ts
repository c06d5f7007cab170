/** Person: who sits at this browser, and what they prefer. */
import { become, me, rename, Refused } from "./wire";
import { say } from "./words.svelte";

export type Theme = "auto" | "light" | "dark";
const THEME = "whistlestop.theme";
const ASK = "whistlestop.ask";

class Person {
  name = $state("");
  theme = $state<Theme>("auto");
  /** Whether to ask before moves that can't be undone. */
  careful = $state(true);

  /** Read what was kept, and find out who this is, if anybody. */
  async start() {
    this.theme = (localStorage.getItem(THEME) as Theme | null) ?? "auto";
    this.careful = localStorage.getItem(ASK) !== "no";
    this.paint();
    try {
      this.name = (await me()).name;
    } catch (error) {
      if ((error as Refused).code === "unreachable") throw error;
    }
  }

  /** Become somebody, if this browser is nobody yet: asking for a table needs a player. */
  async arrive() {
    if (!this.name) this.name = (await become(say("default_name"))).name;
  }

  async call(name: string) {
    this.name = (await (this.name ? rename(name) : become(name))).name;
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

  private paint() {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const person = new Person();
