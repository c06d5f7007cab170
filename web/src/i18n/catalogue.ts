/** The types of messages and of their catalogues. */
import type en from "./en";

/**
 * A message: a text with {fields}, or one text for each plural form of the field n.
 *
 * Other numbers pick plural forms within a text, in ICU syntax: "{cars, plural, one {# car} other {# cars}}".
 */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Catalogue = Record<string, Message>;

/** A catalogue with every message that the English one has. */
export type Messages = Record<keyof typeof en, Message>;
