/** Lessons: games that teach, with prepared deals and opponents. A lesson is a record with cues; docs/maps.md describes it. */

/** What a cue points at. */
export interface Shown {
  tracks?: string[];
  cards?: string[];
  cities?: string[];
  tickets?: string[];
  area?: Area;
}
export type Area =
  "row" | "deck" | "hand" | "tickets" | "ticket_deck" | "seats" | "log" | "station" | "result" | "board";

/** What the coach says at a ply. It waits for the learner's next move of the record, or until the learner has read it. */
export interface Cue {
  ply: number;
  text: string;
  show: Shown;
  wait: "move" | "next";
  /** What to say to any other move, which is not made. */
  wrong?: string;
}

/** A lesson in one language. */
export interface Lesson {
  lesson: string;
  map: string;
  title: string;
  summary: string;
  seats: number;
  /** What each seat is called; empty for no name. */
  names: string[];
  /** The learner's seat. */
  learner: number;
  first: number | null;
  /** The lines of the record, deals included. */
  moves: string[];
  cues: Cue[];
}

/** How far the learner of a table has come. */
export interface LessonState {
  lesson: string;
  /** The cue that is shown; null while the others move. */
  cue: number | null;
  /** The move that the learner is to make; null if there is something to read first, or the others move. */
  move: string | null;
  /** Everything was done and read. */
  done: boolean;
}
