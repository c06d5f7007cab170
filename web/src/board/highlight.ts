/** What the board highlights: some tracks, and the two cities of a ticket. */
export interface Highlight {
  path: string[];
  ticket?: string;
}
