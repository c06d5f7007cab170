/** Makes the table of an exercise. */
import type { Position } from "../lib/exercises";
import type { Game } from "./game";
import { refuse } from "./library";
import { type LocalTable, newTable } from "./localTable";
import { CHANCE, GameRecord } from "./record";
import { newId, takeSeats, YOU } from "./seats";

/** The record of a position that is written as a seed and the seats' moves. */
function replay(game: Game, seed: number, moves: number[]): GameRecord {
  const record = new GameRecord(game, { name: "fast", seed: BigInt(seed) }, null, []);
  record.deal();
  for (const move of moves) {
    if (!record.push(move)) throw refuse("bad_exercise");
    record.deal();
  }
  return record;
}

/** A table at a position, not kept; the person takes the seat that is to move, the adviser's bots sit at the others. */
export function newExercise(game: Game, position: Position, whole: GameRecord | null, name: string): LocalTable {
  let record: GameRecord;
  if ("ply" in position) {
    record = whole!;
    record.follow(record.entries.slice(0, position.ply));
  } else record = replay(game, position.seed, position.moves);
  if (record.over || record.mover === CHANCE) throw refuse("bad_exercise");
  const you = record.mover;
  const takers = Array.from({ length: game.seats }, (_, seat) => (seat === you ? YOU : game.data.adviser));
  const table = newTable(
    newId(),
    record,
    takeSeats(game, takers, () => name),
  );
  table.info.exercise = true;
  return table;
}
