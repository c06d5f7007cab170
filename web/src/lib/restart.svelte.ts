/** When the server will be restarted, if its operator has announced that. Streams say it, and so does `/api/status`. */
import { ask, type ServerStatus } from "./api";

const INTERVAL = 30_000;

class Restart {
  /** In milliseconds since 1970. */
  at = $state<number | null>(null);

  /** Ask the server now and then: not every page has a stream. */
  start() {
    const look = async () => {
      if (document.visibilityState === "visible") await this.look();
      setTimeout(() => void look(), INTERVAL);
    };
    void look();
  }

  private async look() {
    try {
      this.announce((await ask<ServerStatus>("GET", "/api/status")).restart);
    } catch {
      // A server that doesn't answer announces nothing.
    }
  }

  announce(at: number | null | undefined) {
    this.at = at ?? null;
  }
}

export const restart = new Restart();
