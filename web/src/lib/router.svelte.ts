/**
 * The page's address: the one module that reads and writes it.
 *
 * A route is what the app calls a page: `/`, `/new`, `/import`, `/learn`, `/learn/MAP/LESSON`, `/puzzles`, `/puzzles/MAP/N`, `/puzzles/daily`, `/exercise`, `/variation`, `/me`, `/continue#CODE`, `/daily/MAP/DAY`, `/duplicate/ID`, `/p` for the person's own profile, `/p/ID` for another's, `/invitations`, `/invitations/ID`, `/tournaments`, `/tournaments/new`, `/tournaments/ID`, `/t/ID` for a table at the server, `/local/ID` for one in
 * this browser, `/stop/TOKEN` and `/confirm/TOKEN` for links of e-mails, `/t/ID?ply=12` for a moment of its game, `/t/ID?ply=12&review` for that with the review. With a server a route is the address's path; the static edition
 * has it in the fragment, because a file server knows no such paths. What comes with a route in a link but is never sent
 * to a server, such as a record, is in the fragment in both: `/import#DATA` or `#/import!DATA`.
 */
import { edition } from "./site";

/** Where a table is: at the server, or in this browser. */
export type Place = "server" | "browser";

const FOLDERS: Record<Place, string> = { server: "t", browser: "local" };
const TABLE = /^\/(t|local)\/([A-Za-z0-9_-]{22})(?:\?ply=(\d{1,6})(&review)?)?$/;
const IN_FRAGMENT = "!";

/** The route of a table, or of a moment of its game, with its review if that is wanted. */
export const tableRoute = (place: Place, id: string, ply?: number, review = false): string =>
  `/${FOLDERS[place]}/${id}${ply === undefined ? "" : `?ply=${ply}${review ? "&review" : ""}`}`;

/** The table that a route leads to; null if it leads elsewhere. */
export function readTableRoute(
  route: string,
): { place: Place; id: string; ply: number | null; review: boolean } | null {
  const [, folder, id, ply, review] = TABLE.exec(route) ?? [];
  if (!id) return null;
  const place = folder === FOLDERS.browser ? "browser" : "server";
  return { place, id, ply: ply ? Number(ply) : null, review: review !== undefined };
}

const LESSON = /^\/learn\/([a-z0-9_]+)\/([a-z0-9_]+)$/;

/** The route of a lesson of a map. */
export const lessonRoute = (map: string, lesson: string): string => `/learn/${map}/${lesson}`;

/** The lesson that a route leads to; null if it leads elsewhere. */
export function readLessonRoute(route: string): { map: string; lesson: string } | null {
  const [, map, lesson] = LESSON.exec(route) ?? [];
  return map && lesson ? { map, lesson } : null;
}

const PUZZLE = /^\/puzzles\/([a-z0-9_]+)\/(\d{1,6})$/;

/** The route of a puzzle of a map. */
export const puzzleRoute = (map: string, number: number): string => `/puzzles/${map}/${number}`;

/** The puzzle that a route leads to; null if it leads elsewhere. */
export function readPuzzleRoute(route: string): { map: string; number: number } | null {
  const [, map, number] = PUZZLE.exec(route) ?? [];
  return map && number ? { map, number: Number(number) } : null;
}

const PROFILE = /^\/p(?:\/([A-Za-z0-9_-]{22}))?$/;

/** The route of a player's profile. */
export const profileRoute = (player: string): string => `/p/${player}`;

/** The player whose profile a route leads to, empty for the person's own; null if it leads elsewhere. */
export function readProfileRoute(route: string): string | null {
  const found = PROFILE.exec(route);
  return found && (found[1] ?? "");
}

const DAILY = /^\/daily(?:\/([a-z0-9_]+)(?:\/(\d{4}-\d\d-\d\d))?)?$/;

/** The route of the deals of the day: of the last map played, of a map, or of a map and a day. */
export const dailyRoute = (map = "", day = ""): string => ["/daily", map, day].filter((part) => part !== "").join("/");

/** The map and the day of a deal that a route leads to, empty for the usual ones; null if it leads elsewhere. */
export function readDailyRoute(route: string): { map: string; day: string } | null {
  const found = DAILY.exec(route);
  return found && { map: found[1] ?? "", day: found[2] ?? "" };
}

const DUPLICATE = /^\/duplicate(?:\/([A-Za-z0-9_-]{22}))?$/;

/** The route of a duplicate match. */
export const duplicateRoute = (match: string): string => `/duplicate/${match}`;

/** The duplicate match that a route leads to, empty for a new one; null if it leads elsewhere. */
export function readDuplicateRoute(route: string): string | null {
  const found = DUPLICATE.exec(route);
  return found && (found[1] ?? "");
}

const TOURNAMENT = /^\/tournaments\/([A-Za-z0-9_-]{22})$/;

/** The route of a tournament. */
export const tournamentRoute = (id: string): string => `/tournaments/${id}`;

/** The tournament that a route leads to; null if it leads elsewhere. */
export const readTournamentRoute = (route: string): string | null => TOURNAMENT.exec(route)?.[1] ?? null;

const MAIL_LINK = /^\/(stop|confirm)\/([A-Za-z0-9_.-]{1,64})$/;

/** What a link of an e-mail is for, with its token; null if a route is none. */
export function readMailRoute(route: string): { purpose: "stop" | "confirm"; token: string } | null {
  const [, purpose, token] = MAIL_LINK.exec(route) ?? [];
  return token ? { purpose: purpose as "stop" | "confirm", token } : null;
}

const INVITATION = /^\/invitations(?:\/([A-Za-z0-9_-]{22}))?$/;

/** The route of a standing invitation. */
export const invitationRoute = (id: string): string => `/invitations/${id}`;

/** The standing invitation that a route leads to, empty for the list of all; null if it leads elsewhere. */
export function readInvitationRoute(route: string): string | null {
  const found = INVITATION.exec(route);
  return found && (found[1] ?? "");
}

/** A link or code of a table at a server that somebody typed or pasted, as a route; null if it is neither. */
export function routeOfLink(text: string): string | null {
  const id = /(?:^|\/t\/)([A-Za-z0-9_-]{22})\/?(?:\?.*)?$/.exec(text.trim())?.[1];
  return id ? tableRoute("server", id) : null;
}

/** The address of a route, for a link. */
export const href = (route: string, data = ""): string =>
  edition === "static" ? `#${route}${data && IN_FRAGMENT + data}` : `${route}${data && `#${data}`}`;

/** The address of a route as people send it. */
export const fullAddress = (route: string, data = ""): string => new URL(href(route, data), location.href).href;

/** Read the route and the data of an address. */
export function readAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): {
  route: string;
  data: string;
} {
  if (edition === "server") return { route: pathname + search, data: hash.slice(1) };
  const [route = "", data = ""] = hash.slice(1).split(IN_FRAGMENT, 2);
  return { route: route || "/", data };
}

class Router {
  private here = $state.raw({ route: "/", data: "" });

  /** Follow the address. */
  start() {
    this.read();
    for (const event of ["popstate", "hashchange"]) addEventListener(event, () => this.read());
  }

  private read() {
    const { route, data } = readAddress(location);
    if (route !== this.here.route || data !== this.here.data) this.here = { route, data };
  }

  get route(): string {
    return this.here.route;
  }

  /** What came with the route, such as a record. */
  get data(): string {
    return this.here.data;
  }

  /** Go to a page. */
  go(route: string) {
    history.pushState(null, "", href(route));
    this.here = { route, data: "" };
    scrollTo(0, 0);
  }

  /** Go to a page in place of this one. */
  redirect(route: string) {
    this.replace(route);
    this.here = { route, data: "" };
  }

  /** Change the address to a route that the current page shows already. */
  replace(route: string) {
    history.replaceState(null, "", href(route));
  }
}

export const router = new Router();

/** Follow a link to a page without loading the app again: for a click on one whose address is a route's. */
export function follow(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab or window
  event.preventDefault();
  router.go(readAddress(event.currentTarget as HTMLAnchorElement).route);
}
