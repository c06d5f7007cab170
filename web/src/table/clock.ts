/** How much time a seat has left, and how a clock shows it. */
import { say } from "../i18n/i18n.svelte";
import type { Clock, Seat } from "../lib/api";

const HOUR = 3600;
const DAY = 86_400;

/** Whether a clock is for a slow game, in which people look in when they can. */
export const isSlow = ({ kind, seconds }: Pick<Clock, "kind" | "seconds">) => kind !== "none" && seconds >= DAY;

/** Whether somebody is on holiday at a time of the server's clock. */
export const isOnHoliday = ({ holiday }: Seat, now: number) => holiday !== undefined && holiday > now;

/**
 * Milliseconds that a seat has left at a time of the server's clock; null if no clock runs for it, as for bots and for the
 * only person at a table. On holiday the time stands still.
 */
export function remaining(clock: Clock, seat: Seat, now: number): number | null {
  if (seat.bot) return null;
  const end = clock.ends?.[seat.seat];
  if (end) return Math.max(0, end - Math.max(now, seat.holiday ?? 0));
  return clock.kind === "game" ? (seat.left ?? 0) : null;
}

/** 75000 as 1:15, and long times in words: 2 days 4 h. */
export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor(seconds / HOUR) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days) return [say("time_days", { n: days }), ...(hours ? [say("time_hours", { n: hours })] : [])].join(" ");
  if (hours)
    return [say("time_hours", { n: hours }), ...(minutes ? [say("time_minutes", { n: minutes })] : [])].join(" ");
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
