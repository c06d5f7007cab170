/** All pages but home, in a chunk of their own so that home loads fast. The server preloads it by its name. */
export { default as TablePage } from "./TablePage.svelte";
export { default as NewTable } from "./NewTable.svelte";
