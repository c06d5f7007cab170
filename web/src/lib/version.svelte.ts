/** Checks whether the server has another version of this page. */

const MIN_INTERVAL = 60_000;

class Version {
  /** The server has another version of this page. */
  stale = $state(false);
  private lastCheck = 0;

  /** Ask the server which page it serves: after a lost connection, a bad request or a missing chunk. */
  async check() {
    const own = document.querySelector("script[type=module]")?.getAttribute("src");
    this.lastCheck = Date.now();
    try {
      const response = await fetch("/", { cache: "no-store" });
      if (own && response.ok && !(await response.text()).includes(own)) this.stale = true;
    } catch {
      // A server that doesn't answer has nothing newer to offer.
    }
  }

  /** Check when the reader comes back to the page, but not too often. */
  checkOnReturn() {
    if (document.visibilityState === "visible" && Date.now() - this.lastCheck > MIN_INTERVAL) void this.check();
  }
}

export const version = new Version();
