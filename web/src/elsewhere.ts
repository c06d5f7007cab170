/** Elsewhere: all that is not home, loaded when it is gone to, so that home is there at once. */
export { default as Place } from "./Place.svelte";
export { default as Setup } from "./Setup.svelte";
