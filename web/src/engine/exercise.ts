/** Makes the tables of exercises and variations. */
import type { Position, Variation } from "../lib/exercises";
import type { Game } from "./game";
import { refuse } from "./library";
import { type LocalTable, newTable } from "./localTable";
import { CHANCE, type Dealer, GameRecord } from "./record";
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

/**
 * A table at which a game goes on from a moment of another, not kept. The person takes a seat, and bots the others. What
 * that seat couldn't see is guessed: the game is like the other one for it. If first tickets are chosen, all choose again.
 */
export function newVariation(whole: GameRecord, { ply, seat, seed }: Variation, name: string): LocalTable {
  const { game, first, names, entries } = whole;
  const { engine } = game;
  if (!Number.isInteger(seat) || seat < 0 || seat >= game.seats || ply > entries.length) throw refuse("bad_exercise");
  whole.follow(entries.slice(0, ply));
  if (whole.isChoosing) {
    const start = whole.entries.findIndex(({ phase }) => phase === whole.phase);
    if (start >= 0) whole.follow(whole.entries.slice(0, start));
  }
  if (whole.over || whole.mover === CHANCE) throw refuse("bad_exercise");
  const mark = engine.mark();
  const [views, states] = [engine.records("VIEW"), engine.records("STATE")];
  const dice = engine.numbers(game.size("STREAMS"), 3);
  engine.call("load_dice", dice, BigInt(seed));
  engine.call("view", game.games, whole.states, 0, seat, views, 0);
  engine.call("guess", game.games, views, 0, dice, states, 0);
  const origin = { entries: [...whole.entries], state: engine.bytes(states).slice() };
  engine.release(mark);
  const dealer: Dealer = { name: "fast", seed: BigInt(seed) };
  const record = new GameRecord(game, dealer, first, [], origin);
  const takers = Array.from({ length: game.seats }, (_, other) => {
    const level = names[other] ?? "";
    return other === seat ? YOU : level in game.data.levels ? level : game.data.adviser;
  });
  const table = newTable(
    newId(),
    record,
    takeSeats(game, takers, () => name),
  );
  table.info.variation = true;
  return table;
}
