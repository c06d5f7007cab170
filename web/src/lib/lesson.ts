/** How far the learner of a lesson has come. A lesson is a game with cues; docs/maps.md describes it. */

export interface LessonState {
  lesson: string;
  /** The cue that is shown; null while the others move. */
  cue: number | null;
  /** The moves that the learner is to make one after another; none if there is something to read, or the others move. */
  moves: string[];
  /** Everything was done and read. */
  done: boolean;
}
