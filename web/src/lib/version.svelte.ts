/** Whether this page is still the version that the server serves. */

const SELDOM = 60_000;

class Version {
  /** The server has another version of this page. */
  stale = $state(false);
  private asked = 0;

  /** Ask the server which page it serves: after a break, when something was not understood or could not be loaded. */
  async check() {
    const own = document.querySelector("script[type=module]")?.getAttribute("src");
    this.asked = Date.now();
    try {
      const answer = await fetch("/", { cache: "no-store" });
      if (own && answer.ok && !(await answer.text()).includes(own)) this.stale = true;
    } catch {
      // A server that does not answer has nothing newer to offer.
    }
  }

  /** Look again when somebody comes back to the page, but not all the time. */
  look() {
    if (document.visibilityState === "visible" && Date.now() - this.asked > SELDOM) void this.check();
  }
}

export const version = new Version();
