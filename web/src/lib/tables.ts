/** What a client can do with tables, wherever they are: at a server, or in this browser. */
import type {
  Advice,
  Course,
  Lesson,
  MoveMade,
  NewTable,
  Proposal,
  Reason,
  RecordReport,
  Report,
  TableEvent,
  TableInfo,
  TrackStatus,
  Views,
} from "./api";
import type { Exercise, Variation } from "./exercises";

/** Why a bot has not begun to think: its network is still loading, or can't be loaded and is asked for again. */
export type Delay = "loading" | "failed";

/** What to do with the events of a table. */
export interface Listener {
  /** An event, in order. Listening after its position goes on with the next event. */
  event(event: TableEvent, position: string): void;
  /** The stream is open, for the first time or again. */
  open(): void;
  /** The stream is broken; it reconnects by itself. */
  broken(): void;
  /** The seats whose bots can't begin to think yet; only a browser's own tables say so. */
  delays?(seats: Record<number, Delay>): void;
}

/** Tables at one place. A request that fails throws `Refused`. */
export interface Tables {
  /** Make a table. The name is that of the person who takes the seats `you`; a server knows it already. */
  makeTable(options: NewTable, name: string): Promise<TableInfo>;
  ownTables(): Promise<TableInfo[]>;
  readTable(id: string): Promise<TableInfo>;
  /** What one seat sees now; -1: what a spectator sees. */
  readView(id: string, seat: number): Promise<Views>;
  /** What your seats saw at a ply; once the game is over, `open`, what all seats saw. */
  readViews(id: string, ply: number, open?: boolean): Promise<Views>;
  readTrackStatus(id: string, track: string, seat: number): Promise<TrackStatus>;
  readAdvice(id: string, ply: number): Promise<Advice>;
  readCourse(id: string): Promise<Course>;
  /** The report of a game that is over, as it is now: it gets better with every call until it is complete. */
  readReport(id: string): Promise<Report>;
  /** The record as your first seat may see it, or a given one; complete once the game is over. */
  readRecord(id: string, seat?: number): Promise<string>;
  move(id: string, seat: number, ply: number, text: string): Promise<MoveMade>;
  propose(id: string, seat: number, ply: number, kind: Proposal["kind"]): Promise<TableInfo>;
  answerProposal(id: string, seat: number, agree: boolean): Promise<TableInfo>;
  /** Give a seat up for good: a bot plays on, or the game ends if nobody else plays. */
  resign(id: string, seat: number): Promise<TableInfo>;
  rematch(id: string): Promise<TableInfo>;
  /**
   * Listen to a table's events: first a snapshot (kind `table`), or what came after a position ("" for none). Behind a
   * curtain views and lines are those of a spectator, because people share this browser. Returns how to stop.
   */
  listen(id: string, curtain: boolean, after: string, listener: Listener): () => void;
}

/** What a record says about its game. */
export interface RecordSummary {
  map: string;
  seats: number;
  /** The name of each seat; empty if the record has none. */
  names: string[];
  /** How many moves the seats have made, without deals. */
  moves: number;
  over: boolean;
  /** Whether the game can go on: the record has everything that was dealt and says what comes next. */
  canContinue: boolean;
  /** Whether a server can take the game over: the record also says how its key was made. */
  canCarryOver: boolean;
  /** What is wrong with a line, if the record can be read only up to there. */
  problem: Reason | null;
}

/** A saved game that can't be read any more. */
export interface BrokenGame {
  id: string;
  /** When somebody last played it. */
  touched: number;
  /** Its record, as far as it was saved. */
  record: string;
}

/** Tables in this browser. All seats are here, so their records can be read whole at any time. */
export interface BrowserTables extends Tables {
  /** The whole record: it is enough to continue the game, and shows every card. */
  exportRecord(id: string): Promise<string>;
  /** Replay a record as far as it can be read and say what it is; `bad_record` if its header is wrong. */
  inspectRecord(record: string): Promise<RecordSummary>;
  /**
   * Make a table from a record: each seat is `you` or a level of bots. Without seats it is only to be looked at: a game
   * that isn't over is `abandoned`. If the record's table is in this browser already, the new one gets another id.
   */
  importRecord(record: string, seats: string[] | null, name: string): Promise<TableInfo>;
  /** Start a lesson, or go on with it where the learner left it. The name is the learner's. */
  openLesson(lesson: Lesson, name: string): Promise<TableInfo>;
  /** The learner of a lesson has read a cue. */
  passCue(id: string, cue: number): Promise<TableInfo>;
  /** A table at the position of an exercise. Nothing happens at it, and it isn't kept. The name is the person's. */
  openExercise(exercise: Exercise, name: string): Promise<TableInfo>;
  /** A table at which a game goes on from a moment of another, against bots. It isn't kept. */
  openVariation(variation: Variation, name: string): Promise<TableInfo>;
  /** The report of a record as it is now, as `readReport`, and what is wrong with the record. */
  reviewRecord(record: string): Promise<RecordReport>;
  /** Saved games that could not be read. */
  brokenGames(): Promise<BrokenGame[]>;
  /** Remove a saved game, or one that could not be read. */
  forget(id: string): Promise<void>;
  /** How long bots wait before they move, as a share of their usual time; 0: not at all. */
  setBotPace(pace: number): Promise<void>;
  /** The opinions on a position that a server sent: a VIEW record in base64. */
  advise(map: string, seats: number, position: string): Promise<Advice["opinions"]>;
}
