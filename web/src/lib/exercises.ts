/** Exercises: positions in which a person looks for the best move. Puzzles are some, own mistakes are others. */
import type { Board, MapInfo, Move, Puzzle } from "./api";

/** A position: the seats' moves by number and the seed of the deals, or a record and a ply of it. */
export type Position = { seed: number; moves: number[] } | { record: string; ply: number };

/** A move with the chance of winning after it, and the limits of how much less that is than the best move's. */
export interface ExerciseChoice {
  move: string;
  chance: number;
  low?: number;
  high?: number;
}

export interface Exercise {
  map: string;
  seats: number;
  position: Position;
  /** The best moves, best first; never empty. */
  choices: ExerciseChoice[];
  /** The move that was played, if it is somebody's own mistake, and the chance that it gave away. */
  mistake?: { move: string; loss: number };
}

/** A moment of a game from which a person plays on; what the seat couldn't see is dealt again, from the seed. */
export interface Variation {
  record: string;
  ply: number;
  seat: number;
  seed: number;
}

/** How much less a move may win than the best and still be right: that is a good move. */
export const GOOD = 0.02;

export const puzzleExercise = (map: string, { seats, seed, moves, choices }: Puzzle): Exercise => ({
  map,
  seats,
  position: { seed, moves },
  choices,
});

/** A mistake as a report has it: `move` was played at `ply`; the choices are in any order. */
export interface Mistake {
  map: string;
  seats: number;
  /** The whole record of the game. */
  record: string;
  ply: number;
  move: string;
  loss: number;
  choices: { move: string; chance: number }[];
}

/** Make an exercise of a mistake: find better. */
export const mistakeExercise = ({ map, seats, record, ply, move, loss, choices }: Mistake): Exercise => ({
  map,
  seats,
  position: { record, ply },
  choices: choices.map(({ move, chance }) => ({ move, chance })).sort((p, q) => q.chance - p.chance),
  mistake: { move, loss },
});

/**
 * What a move answers to an exercise. Claims of a route are one answer, whatever the payment and the track, and so are
 * all payments of a station or a tunnel.
 */
export function answerOf(board: Board, { kind, text, track }: Move): string {
  if (kind === "pay") return kind;
  const claimed = kind === "claim" && board.tracks.find(({ id }) => id === track);
  return claimed ? `claim ${[claimed.a, claimed.b].sort().join("-")}` : text;
}

/**
 * What a move is worth as an answer: the choice that it is, if it is among them, and whether it is right. Of a mistake
 * with the wrong cards for the right route the choices have both payments.
 */
export function judge(board: Board, legal: Move[], choices: ExerciseChoice[], move: Move) {
  const answers = choices.map((choice) => {
    const found = legal.find(({ text }) => text === choice.move);
    return found ? answerOf(board, found) : choice.move;
  });
  const same = choices.find((choice) => choice.move === move.text);
  const choice = same ?? choices[answers.indexOf(answerOf(board, move))] ?? null;
  return { choice, right: choice !== null && choices[0]!.chance - choice.chance < GOOD };
}

const DAY = 86_400_000;
/** Neighbouring days get puzzles from all over the file; no number of puzzles has this prime in it. */
const STRIDE = 7919;

/** The number of a day: the same for everybody, since days begin at midnight UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** The puzzle of a day: maps take turns. Null if no map has puzzles. */
export function dailyPuzzle(day: number, maps: MapInfo[]): { map: string; number: number } | null {
  const offered = maps.filter(({ puzzles }) => puzzles).sort((p, q) => (p.map < q.map ? -1 : 1));
  const chosen = offered[day % offered.length];
  if (!chosen) return null;
  const turn = Math.floor(day / offered.length);
  return { map: chosen.map, number: ((turn * STRIDE) % chosen.puzzles) + 1 };
}
