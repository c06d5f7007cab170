/** Which edition of the client this is, and where its files are. For the page: workers are told by it. */

/** With a server, or a folder of files alone, which any file server can serve from any subfolder. */
export type Edition = "server" | "static";

const page = globalThis.document?.documentElement; // unit tests have none

export const edition: Edition = page?.dataset.edition === "static" ? "static" : "server";

/** The site's folder, with a slash at the end. A server serves the site at the top; built scripts are in `assets/`. */
export const ROOT = edition === "static" ? new URL(/* @vite-ignore */ "../", import.meta.url).href : "/";

/** The documentation, in English, which the static edition brings along. */
export const DOCS = `${ROOT}docs/`;

/** The address of data that a server makes (`/api/maps`, `/boards/europe/en`) and the static edition has as files. */
export const fileUrl = (path: string): string => (edition === "static" ? `${ROOT}${path.slice(1)}.json` : path);

/** Whether a host's name leads only to the computer itself: others can't follow a link there. */
export const isOnlyHere = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
