/** What the page of a profile writes in the reader's language. */
import { numberText, say, sayIf } from "../i18n/i18n.svelte";
import { levelName } from "../lib/text";

/** A rating with its margin: "1,240 ± 80". */
export const ratingText = ({ rating, margin }: { rating: number; margin: number }): string =>
  say("rating_value", { rating: numberText(rating), margin: numberText(margin) });

/** A change of a rating, with its sign. */
export const changeText = (change: number): string =>
  change < 0 ? `−${numberText(-change)}` : `+${numberText(change)}`;

/** Who somebody is: a person's name, else a bot's level, else nothing. */
export const nameText = ({ name, bot }: { name: string; bot: string | null }): string =>
  bot ? (sayIf(`bot_${bot}`) ?? levelName(bot)) : name;
