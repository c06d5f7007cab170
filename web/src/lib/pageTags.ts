/** What the server says in a page about the table that its address leads to, so that the client needn't ask first. */
import { readAddress, readTableRoute } from "./router.svelte";

const content = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content;
/** The table that this is about; the page may show others later. */
const table = readTableRoute(readAddress(location).route)?.id;

/** The table's map; undefined if strangers may not know. */
export const tableMap = content("meta[name='whistlestop:map']");
const title = tableMap && content("meta[property='og:title']")?.split(" · ")[0];

/** The name of a table's map in the reader's language; undefined if the page doesn't say it. */
export const tableTitle = (id: string) => (id === table ? title : undefined);
