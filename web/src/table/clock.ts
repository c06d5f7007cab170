/** How much time a seat has left, and how a clock shows it. */
import type { Clock, Seat } from "../lib/api";

/**
 * Milliseconds that a seat has left at a time of the server's clock; null if no clock runs for it, as for bots and for the
 * only person at a table.
 */
export function remaining(clock: Clock, seat: Seat, isMover: boolean, now: number): number | null {
  if (seat.bot) return null;
  const spent = isMover ? now - clock.began : 0;
  if (clock.kind === "turn") return isMover && clock.deadline ? Math.max(0, clock.seconds * 1000 - spent) : null;
  return clock.kind === "game" ? Math.max(0, (seat.left ?? 0) - spent) : null;
}

/** 75000 as 1:15. */
export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
