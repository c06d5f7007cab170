/** Small texts that the browser keeps for this site. Where it denies that, they last as long as the page. */

class TextStorage {
  private readonly inPage = new Map<string, string>();

  constructor(private readonly browser: () => Storage) {}

  read(key: string): string | null {
    try {
      return this.browser().getItem(key);
    } catch {
      return this.inPage.get(key) ?? null;
    }
  }

  write(key: string, value: string) {
    try {
      this.browser().setItem(key, value);
    } catch {
      this.inPage.set(key, value);
    }
  }
}

/** Kept for good. */
export const storage = new TextStorage(() => localStorage);
/** Kept until the tab is closed. */
export const tabStorage = new TextStorage(() => sessionStorage);
