/**
 * The rules and bots as a WebAssembly module, with a memory of their own.
 *
 * JavaScript makes arrays in that memory and calls kernels with them, as Python does with NumPy: an array is an address
 * and a shape. All fields of records are 64-bit integers. docs/wasm.md has the conventions.
 */

/** Where the fields of a record are: for each, its offset in bytes and its shape. */
interface RecordLayout {
  size: number;
  fields: Record<string, [offset: number, ...shape: number[]]>;
}

/** An array of a bot's working memory: of records, or of numbers with some bytes each. */
export interface ArrayLayout {
  name: string;
  record: string | null;
  bytes: number;
  shape: number[];
}

/** engine.json: what is the same for all games. */
export interface Layout {
  version: string;
  records: Record<string, RecordLayout>;
  /** The arrays of a bot's working memory, in the order in which kernels take them. */
  scratch: ArrayLayout[];
  sizes: Record<string, number>;
  phases: string[];
  phase_numbers: Record<string, number>;
  /** The phases in which chance moves. */
  chance_phases: number[];
  /** The phases whose deals only the seat that gets them may know. */
  hidden_deals: number[];
  streams: string[];
  /** The reasons by number: code, and the name and kind of each parameter. */
  reasons: [code: string, parameters: [name: string, kind: string][]][];
  /** How a VIEW becomes JSON: key, field and kind of each part. */
  view: Record<"public" | "seat" | "own", [key: string, field: string, kind: string][]>;
  review: ReviewLayout;
}

/** What reviews number, by their numbers. */
interface ReviewLayout {
  format: 1;
  grades: (string | null)[];
  luck: string[];
  /** Of each turning point the code, and the name and kind of each parameter. */
  codes: [code: string, parameters: [name: string, kind: string][]][];
  turning_points: number;
  /** Chances are whole numbers of parts of it. */
  unit: number;
  rollouts: number;
  hint_rollouts: number;
  /** Of what moves are good for, by number: code, and the name and kind of its parameter. */
  purposes: [code: string, parameters: [name: string, kind: string][]][];
  /** The seed of a decision is its ply times this. */
  seed_step: number;
}

/** An array in the memory of an engine. */
export interface EngineArray {
  readonly at: number;
  readonly shape: readonly number[];
  readonly bytes: number;
  /** The name of its record type; null if it holds numbers. */
  readonly record: string | null;
}

/** The working memory of a bot. Of two candidates, the first is for the decision itself. */
export type Scratch = Readonly<
  Record<
    | "states"
    | "plans"
    | "dice"
    | "out"
    | "sheets"
    | "score_scratch"
    | "candidates"
    | "nodes"
    | "path"
    | "weights_index",
    EngineArray
  >
>;

/** The working memory of a bot with a network. */
export type NetworkScratch = Readonly<
  Record<
    | "states"
    | "plays"
    | "plans"
    | "near"
    | "dice"
    | "out"
    | "rows"
    | "moves"
    | "prior"
    | "proposed"
    | "layers"
    | "logits"
    | "odds"
    | "values"
    | "waiting"
    | "candidates"
    | "sheets"
    | "score_scratch",
    EngineArray
  >
>;

/** What a kernel takes: a number, a seed as a BigInt, an array, or several arrays as one argument. */
export type Argument = number | bigint | EngineArray | Scratch | NetworkScratch | readonly EngineArray[];

const PAGE = 65536;
/** The stack is below all arrays, and grows towards the module's constants at address 0. */
const STACK = 65536;
const ALIGNMENT = 16;

/** An instance of the module. Nothing in it is shared: each has its own memory, which grows when needed. */
export class Engine {
  readonly layout: Layout;
  private readonly memory: WebAssembly.Memory;
  private readonly kernels: Record<string, (...args: (number | bigint)[]) => number | undefined>;
  private end = STACK;

  constructor(module: WebAssembly.Module, layout: Layout) {
    this.layout = layout;
    this.memory = new WebAssembly.Memory({ initial: 2 * (STACK / PAGE) });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, STACK);
    const { exports } = new WebAssembly.Instance(module, {
      env: { __linear_memory: this.memory, __stack_pointer: stack },
    });
    this.kernels = exports as typeof this.kernels;
  }

  /** An array of records, all zero. */
  records(name: string, count = 1): EngineArray {
    return this.array([count], this.record(name).size, name);
  }

  /** An array of 64-bit integers, all zero. */
  numbers(...shape: number[]): EngineArray {
    return this.array(shape, 8, null);
  }

  /** An array of floating-point numbers, all zero. */
  floats(count: number): EngineArray {
    return this.array([count], 8, null);
  }

  /** An array of floating-point numbers of 32 bits, all zero. */
  singles(count: number): EngineArray {
    return this.array([count], 4, null);
  }

  /** An array of 32-bit integers, all zero. */
  shorts(count: number): EngineArray {
    return this.array([count], 4, null);
  }

  /** A bot's working memory, for a tree with up to this many nodes: an argument of kernels that decide. */
  scratch(nodes = 1): Scratch {
    const layout = this.layout.scratch.map((one) => (one.name === "nodes" ? { ...one, shape: [nodes] } : one));
    return this.arrays(layout) as Scratch;
  }

  /** The working memory of a bot with a network. */
  networkScratch(layout: readonly ArrayLayout[]): NetworkScratch {
    return this.arrays(layout) as NetworkScratch;
  }

  private arrays(layout: readonly ArrayLayout[]): Record<string, EngineArray> {
    return Object.fromEntries(
      layout.map(({ name, record, bytes, shape }) => [name, this.array(shape, bytes, record)] as const),
    );
  }

  /** The bytes of an array. Like all views of memory, they are good until the next array is made. */
  bytes(array: EngineArray): Uint8Array {
    return new Uint8Array(this.memory.buffer, array.at, array.bytes);
  }

  /** The words of an array of 64-bit integers, or of whole records. */
  words(array: EngineArray): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, array.at, array.bytes / 8);
  }

  /** The values of an array of floating-point numbers. */
  values(array: EngineArray): Float64Array {
    return new Float64Array(this.memory.buffer, array.at, array.bytes / 8);
  }

  /** The values of an array of floating-point numbers of 32 bits. */
  singleValues(array: EngineArray): Float32Array {
    return new Float32Array(this.memory.buffer, array.at, array.bytes / 4);
  }

  /** The words of a field of record i. */
  field(array: EngineArray, name: string, i = 0): BigInt64Array {
    const { size, fields } = this.record(array.record);
    const place = fields[name];
    if (!place || i < 0 || (i + 1) * size > array.bytes) throw new RangeError(`No ${name} ${i} in ${array.record}.`);
    const [offset, ...shape] = place;
    return new BigInt64Array(this.memory.buffer, array.at + i * size + offset, product(shape));
  }

  /** The numbers of a field of record i, or of a whole array; none may be 2 ** 53 or more, as sets of tracks are. */
  read(array: EngineArray, name?: string, i = 0): number[] {
    return Array.from(name === undefined ? this.words(array) : this.field(array, name, i), Number);
  }

  /** The only number of a field of record i. */
  readOne(array: EngineArray, name: string, i = 0): number {
    return Number(this.field(array, name, i)[0]);
  }

  /** Write numbers to a field of record i, from its first on. */
  write(array: EngineArray, name: string, numbers: readonly (number | bigint)[], i = 0): void {
    this.field(array, name, i).set(numbers.map(BigInt));
  }

  /** Fill arrays with zeros. */
  clear(...arrays: EngineArray[]): void {
    for (const array of arrays) this.bytes(array).fill(0);
  }

  /** Call a kernel: its result, 0 if it has none. A kernel that reads outside of an array throws a RuntimeError. */
  call(kernel: string, ...args: Argument[]): number {
    const found = this.kernels[kernel];
    if (!found) throw new RangeError(`No kernel ${kernel}.`);
    const flat: (number | bigint)[] = [];
    for (const argument of args) flatten(argument, flat);
    if (flat.length !== found.length)
      throw new RangeError(`${kernel} takes ${found.length} values, not ${flat.length}.`);
    return found(...flat) ?? 0;
  }

  /** Where the next array will be, for `release`. */
  mark(): number {
    return this.end;
  }

  /** Give back all arrays made since a mark. */
  release(mark: number): void {
    new Uint8Array(this.memory.buffer, mark, this.end - mark).fill(0);
    this.end = mark;
  }

  /** How many bytes of memory the engine has. */
  get size(): number {
    return this.memory.buffer.byteLength;
  }

  private record(name: string | null): RecordLayout {
    const found = name === null ? undefined : this.layout.records[name];
    if (!found) throw new RangeError(`No record ${name}.`);
    return found;
  }

  private array(shape: number[], itemSize: number, record: string | null): EngineArray {
    const bytes = product(shape) * itemSize;
    const at = this.end;
    this.end = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    const lacking = this.end - this.size;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    return { at, shape, bytes, record };
  }
}

function product(shape: readonly number[]): number {
  return shape.reduce((whole, length) => whole * length, 1);
}

/** An argument as the module takes it: an array as its address and its shape. */
function flatten(argument: Argument, flat: (number | bigint)[]): void {
  if (typeof argument !== "object") flat.push(argument);
  else if ("shape" in argument) flat.push(argument.at, ...argument.shape);
  else for (const array of Object.values<EngineArray>(argument)) flat.push(array.at, ...array.shape);
}
