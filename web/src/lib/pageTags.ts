/** What the server says in a page about the table that its address leads to, so that the client needn't ask first. */

const content = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content;

/** The table's map, and the map's name in the reader's language; undefined if strangers may not know. */
export const tableMap = content("meta[name='whistlestop:map']");
export const tableTitle = tableMap && content("meta[property='og:title']")?.split(" · ")[0];
