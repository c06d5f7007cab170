/** How far the learner of a lesson has come. A lesson is a game with cues; docs/maps.md describes it. */

export interface LessonState {
  lesson: string;
  /** The cue that is shown; null while the others move. */
  cue: number | null;
  /** The move that the learner is to make; null if there is something to read first, or the others move. */
  move: string | null;
  /** Everything was done and read. */
  done: boolean;
}
