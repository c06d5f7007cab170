/** What the board lights up: some tracks, and the two cities of a ticket. */
export interface Highlight {
  path: string[];
  ticket?: string;
}
