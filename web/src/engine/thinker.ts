/** The entry of a worker that searches, or follows a network. */
import { answerCalls, type Port } from "./calls";
import { Game, type GameData } from "./game";
import type { Parts } from "./library";
import { Engine } from "./module";
import type { Decision } from "./review";
import { type Question, type Round, Thinker } from "./search";

let parts: Parts;
let thinker: Thinker;

const load = (loaded: Parts) => void (parts = loaded);
/** Think about a game from now on. */
const play = (data: GameData) => void (thinker = new Thinker(new Game(new Engine(parts.module, parts.layout), data)));
/** Take the network of the game's map. */
const learn = (file: Uint8Array) => thinker.learn(file);
const follow = (question: Question) => thinker.follow(question);
const begin = (question: Question) => thinker.begin(question);
const search = (round: Round) => thinker.search(round);
const review = (decision: Decision) => thinker.review(decision);

answerCalls(self as unknown as Port, { load, play, learn, follow, begin, search, review });
