/** The engine's files: the module, its layout, and one file for each game, all of one version. */
import { Refused } from "../lib/refused";
import { Game, type GameData, type NetworkData } from "./game";
import { Engine, type Layout } from "./module";

/** What an engine is made of. A worker can send it to another. */
export interface Parts {
  module: WebAssembly.Module;
  layout: Layout;
}

export const refuse = (code: string, parameters: Refused["parameters"] = {}, reason: Refused["reason"] = null) =>
  new Refused(code, parameters, reason, null, "");

export class Library {
  private parts: Promise<Parts> | null = null;
  private readonly data = new Map<string, Promise<GameData | null>>();
  private readonly networks = new Map<string, Promise<Uint8Array>>();

  /** `folder` is where the files are, with a slash at the end; files of any other version are refused. */
  constructor(
    private readonly folder: string,
    readonly version: string,
    private readonly request: (address: string) => Promise<Response> = (address) => fetch(address),
  ) {}

  /** A game with memory of its own; null if there is none for this map and number of seats. */
  async game(map: string, seats: number): Promise<Game | null> {
    const [{ module, layout }, data] = await Promise.all([this.load(), this.gameData(map, seats)]);
    return data && new Game(new Engine(module, layout), data);
  }

  /** Load the module and its layout, once. */
  load(): Promise<Parts> {
    this.parts ??= this.loadParts();
    this.parts.catch(() => (this.parts = null));
    return this.parts;
  }

  private async loadParts(): Promise<Parts> {
    if (typeof WebAssembly === "undefined") throw refuse("no_engine");
    const [code, layout] = await Promise.all([this.file("whistlestop.wasm"), this.json<Layout>("engine.json")]);
    if (!code || !layout) throw refuse("engine_missing");
    const bytes = await code.arrayBuffer();
    try {
      return { module: await WebAssembly.compile(bytes), layout };
    } catch {
      throw refuse("no_engine"); // not allowed by the page's policy, or too old a browser
    }
  }

  /** The data of a game, fetched once; null if there is none. */
  gameData(map: string, seats: number): Promise<GameData | null> {
    const path = `games/${encodeURIComponent(map)}-${seats}.json`;
    const data = this.data.get(path) ?? this.json<GameData>(path);
    this.data.set(path, data);
    data.catch(() => this.data.delete(path));
    return data;
  }

  /** The file of a network, fetched once. */
  network({ file }: NetworkData): Promise<Uint8Array> {
    const bytes = this.networks.get(file) ?? this.loadNetwork(file);
    this.networks.set(file, bytes);
    bytes.catch(() => this.networks.delete(file));
    return bytes;
  }

  private async loadNetwork(file: string): Promise<Uint8Array> {
    const response = await this.file(`networks/${encodeURIComponent(file)}`);
    if (!response) throw refuse("engine_missing");
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch {
      throw refuse("unreachable"); // the connection broke off
    }
  }

  private async json<T extends { version: string }>(path: string): Promise<T | null> {
    const response = await this.file(path);
    const content = (await response?.json().catch(() => null)) as T | null; // some hosts answer with a page
    if (!content) return null;
    if (content.version !== this.version) throw refuse("engine_version", { found: content.version });
    return content;
  }

  /** A file; null if there is none. */
  private async file(path: string): Promise<Response | null> {
    let response: Response;
    try {
      response = await this.request(this.folder + path);
    } catch {
      throw refuse("unreachable");
    }
    if (response.status === 404) return null;
    if (response.ok) return response;
    const isJson = response.headers.get("content-type")?.includes("json");
    const { code, parameters } = (isJson ? await response.json() : {}) as Partial<Refused>;
    throw refuse(code ?? "unreachable", parameters);
  }
}
