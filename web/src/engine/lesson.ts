/** Makes the table of a lesson. */
import type { Lesson } from "../lib/api";
import type { Game } from "./game";
import { type LocalTable, newTable } from "./localTable";
import { GameRecord } from "./record";
import { newId, takeSeats, YOU } from "./seats";

/** The level whose name and pace the others have in a lesson. */
export const LESSON_LEVEL = "porter";

/** A table for a lesson that begins, not kept yet. The name is the learner's. */
export function newLesson(game: Game, lesson: Lesson, name: string): LocalTable {
  const { learner, first, moves, cues } = lesson;
  const takers = lesson.names.map((_, seat) => (seat === learner ? YOU : LESSON_LEVEL));
  const seats = takeSeats(game, takers, () => name).map((seat) =>
    seat.seat === learner || !lesson.names[seat.seat] ? seat : { ...seat, bot: null, name: lesson.names[seat.seat]! },
  );
  const names = seats.map((seat) => seat.name);
  const script = { lesson: lesson.lesson, learner, moves, cues: cues.map(({ ply, wait }) => ({ ply, wait })) };
  return newTable(newId(), new GameRecord(game, { name: "hand" }, first, names), seats, script);
}
