/**
 * The version of this page: whether a newer one is there, and whether this one works offline.
 *
 * Where browsers allow it (on https, and on this device), a service worker keeps all files of one version. A new version
 * is fetched beside it and waits until the reader reloads, so versions are never mixed. Elsewhere the page asks the
 * server which script it serves.
 */
import { edition, ROOT } from "./site";

const MIN_INTERVAL = 60_000;
const RETRY_DELAY = 30_000;
/** What the page says to the new service worker that waits. */
const ACTIVATE = "skip waiting";

class Version {
  /** There is another version of this page. */
  stale = $state(false);
  /** All files are kept in this browser: the page works without a network. */
  offlineReady = $state(false);
  private lastCheck = 0;
  private registration: ServiceWorkerRegistration | null = null;
  private reloading = false;

  /** Have a service worker keep the files of this version. */
  async start() {
    if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
    if (navigator.serviceWorker.controller)
      navigator.serviceWorker.addEventListener("controllerchange", () => this.changed());
    await this.register();
  }

  private async register() {
    try {
      const registration = await navigator.serviceWorker.register(`${ROOT}sw.js`, { scope: ROOT });
      this.registration = registration;
      this.watch(registration.installing);
      registration.addEventListener("updatefound", () => this.watch(registration.installing));
      this.look();
    } catch {
      // Without it, the page works as long as it is connected. A server that builds its engine has it later.
      setTimeout(() => void this.register(), RETRY_DELAY);
    }
  }

  private watch(worker: ServiceWorker | null) {
    worker?.addEventListener("statechange", () => this.look());
  }

  private look() {
    const { active, waiting } = this.registration!;
    this.offlineReady = active !== null;
    if (waiting && active) this.stale = true;
  }

  /** Another version is in charge: this tab asked for it, or another one did. */
  private changed() {
    if (this.reloading) location.reload();
    else this.stale = true;
  }

  /** Look for a newer version: after a lost connection, a bad request or a missing chunk. */
  async check() {
    this.lastCheck = Date.now();
    try {
      if (this.registration) await this.registration.update();
      else if (edition === "server") await this.compareScripts();
    } catch {
      // A server that doesn't answer has nothing newer to offer.
    }
  }

  /** Ask the server which script its page has. */
  private async compareScripts() {
    const own = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
    const response = await fetch("/", { cache: "no-store" });
    if (own && response.ok && !(await response.text()).includes(own)) this.stale = true;
  }

  /** Check when the reader comes back to the page, but not too often. */
  checkOnReturn() {
    if (document.visibilityState === "visible" && Date.now() - this.lastCheck > MIN_INTERVAL) void this.check();
  }

  /** Load the page again, in its newest version. */
  reload() {
    const waiting = this.registration?.waiting;
    if (!waiting || !navigator.serviceWorker.controller) return location.reload();
    this.reloading = true;
    waiting.postMessage(ACTIVATE);
  }
}

export const version = new Version();
