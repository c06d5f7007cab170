/** All pages but home, as a chunk of their own so that home loads fast. The server preloads it by name. */
export { default as TablePage } from "./TablePage.svelte";
export { default as NewTable } from "./NewTable.svelte";
