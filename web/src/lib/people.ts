/** Who is who at a table, as this client shows it: which seat is yours, and what its bots are called. */
import { say } from "../i18n/i18n.svelte";
import type { Seat, TableInfo } from "./api";

const SEPARATOR = " · ";
const botNames = () => say("bot_names").split(SEPARATOR);

/** A number that depends on a text and nothing else. */
const numberOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 7);

/** Mark the seat that is yours, if you hold just one, and give every bot a name of its own that it keeps. */
export function introduce<Info extends Pick<TableInfo, "id" | "seats" | "yours">>(info: Info): Info {
  const you = info.yours.length === 1 ? info.yours[0] : -1;
  const first = numberOf(info.id);
  const seats: Seat[] = info.seats.map((seat) => ({ ...seat, you: seat.seat === you, botName: first + seat.seat }));
  return { ...info, seats };
}

/** The name of a bot in the reader's language; its level if the table was not introduced. */
export function botName({ bot, botName }: Seat): string | null {
  const names = botNames();
  return bot && botName !== undefined ? names[botName % names.length]! : null;
}
