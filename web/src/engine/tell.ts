/** What clients are told of a game, as JSON: views, tickets, tracks, results and reasons, from tables that Python has. */
import type { Reason, Result, TicketStatus, TrackStatus, View } from "../lib/api";
import type { Game } from "./game";
import type { EngineArray } from "./module";
import { type GameRecord, SPECTATOR } from "./record";

/** A reason with its English sentence, which the page doesn't show: it makes one in the reader's language. */
type FullReason = Reason & { text: string };
/** Writes a value of a view, given all its numbers and where the value begins. */
type Writer = (numbers: bigint[], at: number) => unknown;

export class Teller {
  /** The view that was looked at last. */
  private readonly views: EngineArray;
  private readonly points: EngineArray;
  private readonly asking: EngineArray;
  private readonly out: EngineArray;
  private readonly wanted: EngineArray;
  private readonly sheets: EngineArray;
  private readonly scratch: EngineArray;
  private readonly paths: EngineArray;
  private readonly status: EngineArray;
  private readonly rows: EngineArray;
  private readonly rowPaths: EngineArray;
  private readonly writers: Record<string, Writer>;

  constructor(readonly game: Game) {
    const { engine } = game;
    this.views = engine.records("VIEW");
    this.points = engine.numbers(game.size("SEATS"));
    this.asking = engine.records("STATE");
    this.out = engine.numbers(game.size("MOVES"));
    this.wanted = engine.numbers(game.size("WORDS"));
    this.sheets = engine.records("SCORE_SHEET", 2);
    this.scratch = engine.numbers(game.size("RESULT_SCRATCH"));
    this.paths = engine.records("TICKET_PATHS");
    this.status = engine.records("TRACK_STATUS");
    this.rows = engine.numbers(game.size("ROWS"), game.size("ROW"));
    this.rowPaths = engine.numbers(game.size("ROWS"), game.size("PATH"));
    this.writers = this.makeWriters();
  }

  /**
   * Look at a record as a seat, or SPECTATOR, does: fill `views`. Returns the states that the view was made of: in the
   * first choice those in which it is the turn of a seat that is asked, since all choose at once (C1).
   */
  look(record: GameRecord, viewer: number, isAsked: boolean): EngineArray {
    const { engine, games } = this.game;
    let { states } = record;
    if (isAsked && record.isChoosing) {
      engine.bytes(this.asking).set(engine.bytes(states));
      engine.write(this.asking, "seat", [viewer]);
      states = this.asking;
    }
    engine.call("view", games, states, 0, viewer, this.views, 0);
    return states;
  }

  /** What a seat, or SPECTATOR, sees; `movers` are to move, and `sealed` is the viewer's choice, as a move. */
  view(record: GameRecord, viewer: number, movers: number[], sealed?: number): View {
    const { engine, games, data, seats } = this.game;
    const isAsked = movers.includes(viewer);
    const states = this.look(record, viewer, isAsked);
    const tables = engine.layout.view;
    engine.call("count_points", games, this.views, 0, this.points);
    const numbers = [...engine.words(this.views), ...engine.words(this.points)];
    const view = {
      map: data.map,
      ...this.fields(tables.public, numbers),
      seats: Array.from({ length: seats }, (_, seat) => this.fields(tables.seat, numbers, seat)),
      movers,
      ply: record.ply,
      ...(record.over ? { result: this.result(record) } : {}),
      ...this.fields(tables.own, numbers),
      ticket_status: this.ticketStatus(viewer),
      legal: isAsked ? this.legal(states).map((move) => this.game.move(move)) : [],
    } as unknown as View; // Python's tables name the fields; tests compare them with what a server writes
    if (sealed !== undefined) view.chosen = this.game.move(sealed).places!.map((place) => view.offer[place - 1]!);
    return view;
  }

  /** The numbers of the legal moves. */
  legal(states: EngineArray): number[] {
    const { engine, games } = this.game;
    const count = engine.call("legal", games, states, 0, this.out);
    return Array.from(engine.words(this.out).subarray(0, count), Number);
  }

  /** The points for routes of all seats. */
  routePoints(record: GameRecord): number[] {
    const { engine, games, seats } = this.game;
    this.look(record, SPECTATOR, false);
    engine.call("count_points", games, this.views, 0, this.points);
    return engine.read(this.points).slice(0, seats);
  }

  /** Fields of a view by a table of key, field of VIEW and kind of value; of a seat, if each has its row. */
  private fields(table: [string, string, string][], numbers: bigint[], seat = 0): Record<string, unknown> {
    const { fields, size } = this.game.engine.layout.records.VIEW!;
    return Object.fromEntries(
      table.map(([key, field, kind]) => {
        const [offset, , ...row] = fields[field] ?? [size]; // points are not in VIEW: they come after it
        const at = offset / 8 + seat * row.reduce((p, q) => p * q, 1);
        return [key, this.writers[kind]!(numbers, at)];
      }),
    );
  }

  private names(list: string[], words: bigint[]): string[] {
    return this.members(words).map((n) => list[n]!);
  }

  /** The members of a set, ascending. */
  private members(words: ArrayLike<bigint>): number[] {
    const bits = this.game.size("BITS");
    const found: number[] = [];
    for (let w = 0; w < words.length; w++)
      for (let rest = words[w]!, n = 0; rest; rest >>= 1n, n++) if (rest & 1n) found.push(w * bits + n);
    return found;
  }

  /** The tickets of an offer, place by place. */
  private offer(offer: bigint): number[] {
    const bits = BigInt(this.game.size("TICKET_BITS"));
    const found: number[] = [];
    for (let rest = offer; rest; rest >>= bits) found.push(Number(rest & ((1n << bits) - 1n)) - 1);
    return found;
  }

  private makeWriters(): Record<string, Writer> {
    const { data, engine } = this.game;
    const { layout } = engine;
    const size = (name: string) => this.game.size(name);
    const [kinds, words, entryBits, queued] = [size("KINDS"), size("WORDS"), size("ENTRY_BITS"), size("QUEUED")];
    const place = (field: string) => layout.records.VIEW!.fields[field]![0] / 8;
    const isOver = (numbers: bigint[]) => Number(numbers[place("phase")]) === layout.phase_numbers.over;
    const viewer = (numbers: bigint[]) => Number(numbers[place("viewer")]);
    const ticket = (n: number) => data.tickets[n]!;
    const bag: Writer = (numbers, at) => {
      const cards = data.kinds.map((name, kind) => [name, Number(numbers[at + kind])] as const);
      return Object.fromEntries(cards.filter(([, count]) => count));
    };
    const tickets: Writer = (numbers, at) => this.names(data.tickets, numbers.slice(at, at + words));
    const atEnd =
      (write: Writer): Writer =>
      (numbers, at) =>
        isOver(numbers) ? write(numbers, at) : null;
    const ofViewer =
      (write: Writer, row: number): Writer =>
      (numbers, at) =>
        viewer(numbers) === SPECTATOR ? null : write(numbers, at + viewer(numbers) * row);
    return {
      number: (numbers, at) => Number(numbers[at]),
      phase: (numbers, at) => layout.phases[Number(numbers[at])],
      move: (numbers, at) => (numbers[at]! < 0 ? null : this.game.text(Number(numbers[at]))),
      city: (numbers, at) => (numbers[at]! < 0 ? null : data.cities[Number(numbers[at])]),
      bag,
      cities: (numbers, at) => this.names(data.cities, [numbers[at]!]),
      tracks: (numbers, at) => this.trackNames(numbers.slice(at, at + words)),
      tickets,
      stations_left: (numbers, at) => data.rules.stations - this.members([numbers[at]!]).length,
      end_bag: atEnd(bag),
      end_tickets: atEnd(tickets),
      own_bag: ofViewer(bag, kinds),
      own_tickets: ofViewer(tickets, words),
      offer: (numbers, at) => this.offer(numbers[at]!).map(ticket),
      chosen: (numbers, at) => {
        const offered = this.offer(numbers[place("offer")]!);
        return numbers[at] ? this.members([numbers[at]]).map((n) => ticket(offered[n]!)) : null;
      },
      queue: (numbers, at) => {
        const mask = (1n << BigInt(size("TICKET_BITS"))) - 1n;
        return Array.from({ length: Number(numbers[place("queued")]) }, (_, n) => {
          const entry = numbers[at + Math.floor(n / queued)]! >> BigInt(entryBits * (n % queued));
          return entry & mask ? ticket(Number(entry & mask) - 1) : null;
        });
      },
    };
  }

  private trackNames(words: bigint[]): string[] {
    return this.members(words).map((n) => this.game.data.tracks[n]!.track);
  }

  /** The status of the viewer's tickets, kept and offered, in the view that was looked at last. */
  private ticketStatus(viewer: number): TicketStatus[] {
    if (viewer === SPECTATOR) return [];
    const { engine, games, data } = this.game;
    const [bits, words] = [this.game.size("BITS"), this.game.size("WORDS")];
    const kept = engine.field(this.views, "tickets").subarray(viewer * words, (viewer + 1) * words);
    const tickets = [...this.members(kept), ...this.offer(engine.field(this.views, "offer")[0]!)];
    const wanted = engine.words(this.wanted).fill(0n);
    for (const ticket of tickets) wanted[Math.floor(ticket / bits)]! |= 1n << BigInt(ticket % bits);
    engine.call("find_ticket_paths", games, this.views, 0, this.wanted, this.sheets, this.scratch, this.paths);
    const done = this.members(engine.field(this.paths, "done"));
    const possible = this.members(engine.field(this.paths, "possible"));
    const paths = engine.field(this.paths, "path");
    return tickets.map((ticket) => ({
      ticket: data.tickets[ticket]!,
      points: data.ticket_points[ticket]!,
      state: done.includes(ticket) ? "done" : possible.includes(ticket) ? "possible" : "impossible",
      path: this.trackNames([...paths.subarray(ticket * words, (ticket + 1) * words)]),
    }));
  }

  /** The tickets that the viewer is offered, in the view that was looked at last. */
  offered(): string[] {
    return this.offer(this.game.engine.field(this.views, "offer")[0]!).map((n) => this.game.data.tickets[n]!);
  }

  /** A copy of the view that was looked at last. */
  viewBytes(): Uint8Array {
    return this.game.engine.bytes(this.views).slice();
  }

  /** The status of a track, in the view that was looked at last. */
  trackStatus(track: number): TrackStatus {
    const { engine, games, data } = this.game;
    engine.clear(this.asking);
    const count = engine.call("find_track_status", games, this.views, 0, track, this.asking, this.out, this.status);
    const number = (field: string) => engine.readOne(this.status, field);
    const reason = (field: string) =>
      number(field) < 0 ? null : this.reason(number(field), engine.field(this.status, `${field}_parameters`));
    const closed = reason("reason");
    return {
      ...data.tracks[track]!,
      state: closed ? "closed" : "open",
      owner: number("owner") < 0 ? null : number("owner"),
      reason: closed,
      ways: engine
        .read(this.out)
        .slice(0, count)
        .map((move) => this.game.move(move)),
      missing: number("is_missing")
        ? {
            colour: number("colour") ? data.kinds[number("colour")]! : null,
            coloured: number("coloured"),
            locomotives: number("locomotives"),
            swap_cards: number("swap_cards"),
          }
        : null,
      not_now: reason("not_now"),
    };
  }

  /** The final score. */
  result({ states }: GameRecord): Result {
    const { engine, games, seats } = this.game;
    const count = engine.call("result_lines", games, states, 0, this.sheets, this.scratch, this.rows, this.rowPaths);
    const [rows, paths] = [engine.words(this.rows), engine.words(this.rowPaths)];
    const [width, pathWidth] = [this.rows.shape[1]!, this.rowPaths.shape[1]!];
    const lines = Array.from({ length: count }, (_, n) => {
      const [seat, points, code] = Array.from(rows.subarray(n * width, n * width + 3), Number);
      const [length, ...path] = Array.from(paths.subarray(n * pathWidth, (n + 1) * pathWidth), Number);
      const tracks = path.slice(0, length).map((track) => this.game.data.tracks[track]!.track);
      return { seat, points: points!, tracks, code: code!, parameters: rows.subarray(n * width + 3, (n + 1) * width) };
    });
    const [total, place] = ["total", "place"].map((field) => engine.read(this.sheets, field));
    const all = Array.from({ length: seats }, (_, seat) => {
      const own = lines.filter((line) => line.seat === seat);
      return {
        seat,
        total: total![seat]!,
        place: place![seat]!,
        lines: own
          .filter(({ code }) => code >= 0)
          .map(({ points, tracks, code, parameters }) => ({ points, ...this.reason(code, parameters), tracks })),
        longest_path: own.find(({ code }) => code < 0)?.tracks ?? [],
      };
    });
    const won = lines.at(-1)!;
    return {
      seats: all,
      winners: all.filter((one) => one.place === 1).map(({ seat }) => seat),
      reason: this.reason(won.code, won.parameters),
    };
  }

  /** Why a move is refused in a state. */
  why(states: EngineArray, move: number): FullReason {
    const { engine, games } = this.game;
    return this.reason(engine.call("why", games, states, 0, move, this.out), engine.words(this.out));
  }

  /** A reason that a kernel wrote as a number with parameters. */
  private reason(number: number, values: BigInt64Array): FullReason {
    const [code, parameters] = this.game.engine.layout.reasons[number]!;
    const written = parameters.map(([name, kind], n) => [name, this.parameter(kind, values[n]!)] as const);
    return { code, parameters: Object.fromEntries(written), text: "" };
  }

  private parameter(kind: string, value: bigint): string | number {
    const { data } = this.game;
    const n = Number(value);
    switch (kind) {
      case "card":
        return data.kinds[n]!;
      case "track":
        return data.tracks[n]!.track;
      case "ticket":
        return data.tickets[n]!;
      case "city":
        return data.cities[n]!;
      case "move":
        return this.game.text(n);
      case "cards": // what follows the verb and, of a claim, the track
        return this.game.text(n).replace(/^(claim \S+|\S+) /, "");
      case "seats":
        return this.members([value]).join(", ");
      case "cities":
        return this.names(data.cities, [value]).join(", ");
      default:
        return n;
    }
  }
}
