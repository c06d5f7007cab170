/** Hints: the best few moves for the seat that decides, as review/advice.py finds them. */
import type { Advice } from "../lib/api";
import type { Game } from "./game";
import { gradeStep, NOTHING, readChoices } from "./review";
import type { Thinking } from "./thinkers";

type Opinion = Advice["opinions"][number];

/** The best few moves, best first. A view is the bytes of a VIEW. */
export async function advise(game: Game, thinking: Thinking, view: Uint8Array): Promise<Opinion[]> {
  const found = game.data.network ? await tryMoves(game, thinking, view) : await askAdviser(game, thinking, view);
  return found.map(({ move, ...rest }) => ({ move: game.move(move), ...rest, purpose: purposeOf(game, view, move) }));
}

async function tryMoves(game: Game, thinking: Thinking, view: Uint8Array) {
  const { engine } = game;
  const { hint_rollouts: rollouts } = engine.layout.review;
  const [trials] = await thinking.review(game, [{ view, ply: 0, move: NOTHING, rollouts }]);
  const mark = engine.mark();
  const steps = engine.records("STEP");
  engine.write(steps, "reference", [NOTHING], 0);
  gradeStep(engine, trials!, steps, 0);
  const choices = readChoices(engine, steps, 0);
  engine.release(mark);
  return choices.map(({ chance, ...found }) => ({ value: chance, ...found }));
}

/** What the adviser of a map without a network thinks. */
async function askAdviser(game: Game, thinking: Thinking, view: Uint8Array) {
  const opinions = await thinking.explain(game, game.data.adviser, view);
  opinions.sort((p, q) => q.value - p.value);
  return opinions.slice(0, SHOWN).map((opinion) => ({ ...opinion, low: null, high: null }));
}

/** How many moves a hint has. */
const SHOWN = 5;

/** What a move is good for, from what the viewer knows; null if that is unknown. */
function purposeOf(game: Game, view: Uint8Array, move: number): Opinion["purpose"] {
  const { engine, games, data } = game;
  const mark = engine.mark();
  const views = engine.records("VIEW");
  engine.bytes(views).set(view);
  const [wanted, scratch] = ["WORDS", "SCRATCH"].map((name) => engine.numbers(game.size(name)));
  const out = engine.numbers(2);
  const [sheets, paths] = [engine.records("SCORE_SHEET"), engine.records("TICKET_PATHS")];
  engine.call("find_purpose", games, views, move, wanted!, sheets, scratch!, paths, out);
  const [number, parameter] = engine.read(out);
  engine.release(mark);
  if (number === NOTHING) return null;
  const [code, kinds] = engine.layout.review.purposes[number!]!;
  const texts: Record<string, (n: number) => string> = {
    track: (n) => data.tracks[n]!.track,
    ticket: (n) => data.tickets[n]!,
  };
  const parameters = kinds.map(([name, kind]) => [name, texts[kind]?.(parameter!) ?? parameter!] as const);
  return { code, parameters: Object.fromEntries(parameters), text: "" };
}
