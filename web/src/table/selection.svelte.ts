/** What the player has picked at a table but not played yet: a track, a colour, a ticket, a move to confirm. */
import { untrack } from "svelte";
import type { Highlight } from "../board/highlight";
import type { Board, CardCounts, Move, Refused, TicketStatus, Track, TrackStatus, View } from "../lib/api";
import { bestFirst, leftOf, neededCards, suggestTrade, swapTexts, totalOf, tradeable } from "../lib/payments";
import { person } from "../lib/person.svelte";
import type { Table } from "./table.svelte";

const NEEDS_CONFIRMATION = ["tickets", "station", "pass"];

const pays = (move: Move, card: string) => (card === "locomotive" ? Boolean(move.locomotives) : move.colour === card);

/** A choice that takes more than one step. */
interface Choice {
  trading?: Move;
  building?: boolean;
  unconfirmed?: Move;
}

export class Selection {
  /** The track that was picked: its card stays. */
  track = $state<string | null>(null);
  /** The track under the pointer or with the focus. */
  pointed = $state<string | null>(null);
  colour = $state<string | null>(null);
  /** What a screen reader says about the track whose card is shown. */
  spoken = $state("");
  /** What the pointer or focus highlights. */
  highlighted = $state.raw<Highlight | null>(null);
  /** The ticket whose path stays highlighted. */
  pinned = $state.raw<TicketStatus | null>(null);
  /** What a lesson points at. */
  taught = $state.raw<{ tracks: string[]; cities: string[] }>({ tracks: [], cities: [] });
  /** What the player has begun to choose, and the moment for which it holds: it ends with its position. */
  private choice = $state.raw<Choice & { moment: string }>({ moment: "" });
  /** The statuses that were read, by track, and the moment for which they hold. */
  private statuses = $state.raw<{ moment: string; byTrack: Record<string, TrackStatus> }>({ moment: "", byTrack: {} });
  /** The status that was asked for last: the track and the moment. */
  private asked = "";

  constructor(
    private readonly table: Table,
    private readonly board: () => Board,
  ) {}

  private get view(): View {
    return this.table.view!;
  }

  /** The position that is shown; a game that goes on otherwise after an undo has others. */
  private readonly moment = $derived.by(() => `${this.view.ply} ${this.view.viewer} ${this.table.undone.length}`);
  private readonly current = $derived.by((): Choice => (this.choice.moment === this.moment ? this.choice : {}));
  /** The claim whose cards to trade in are being chosen. */
  readonly trading = $derived(this.current.trading ?? null);
  /** Whether the player is about to pick a city for a station. */
  readonly building = $derived(this.current.building ?? false);
  /** The move that waits for confirmation. */
  readonly unconfirmed = $derived(this.current.unconfirmed ?? null);
  private readonly claims = $derived.by(() => this.view.legal.filter((move) => move.kind === "claim"));
  /** The tracks that can be claimed. */
  readonly claimable = $derived(new Set(this.claims.map((move) => move.track!)));
  /** The track whose card is shown. */
  readonly cardTrack = $derived.by((): Track | null => {
    const id = this.track ?? (this.building ? null : this.pointed);
    return this.board().tracks.find((track) => track.id === id) ?? null;
  });
  /** The payments for the track whose card is shown, best first; with the picked colour if there is one. */
  readonly ways = $derived(this.payments(this.cardTrack));
  /** The status of the track whose card is shown, once it was read. */
  readonly status = $derived.by(() => {
    const { moment, byTrack } = this.statuses;
    return moment === this.moment && this.cardTrack ? (byTrack[this.cardTrack.id] ?? null) : null;
  });
  readonly litTracks = $derived.by(() => {
    const path = (this.highlighted ?? this.pinned)?.path;
    const { colour } = this;
    const paid = colour ? this.claims.filter((move) => pays(move, colour)).map((move) => move.track!) : [];
    return new Set([...(path ?? paid), ...this.taught.tracks]);
  });
  readonly litCities = $derived.by(() => {
    const lit = (this.highlighted ?? this.pinned)?.ticket;
    const ticket = this.board().tickets.find(({ id }) => id === lit);
    return new Set([...(ticket ? [ticket.a, ticket.b] : []), ...this.taught.cities]);
  });
  /** The cities to pick one from for a station. */
  readonly stationSites = $derived(
    new Set(this.building ? this.view.legal.flatMap((move) => (move.kind === "station" ? [move.city!] : [])) : []),
  );

  private payments(track: Track | null): Move[] {
    if (!track) return [];
    const { colour } = this;
    const moves = this.claims.filter((move) => move.track === track.id && (!colour || pays(move, colour)));
    const needed = neededCards(this.board(), this.view, track.id);
    return bestFirst(moves, this.view.hand ?? {}, needed, track.swap);
  }

  clear() {
    this.track = this.pointed = this.colour = null;
    this.highlighted = this.pinned = null;
    this.choose({});
    this.table.refused = null;
  }

  /** Close the card of a track, with what was chosen on it. */
  closeCard() {
    this.track = this.pointed = null;
    if (this.trading) this.choose({});
  }

  private choose(choice: Choice) {
    this.choice = { ...choice, moment: untrack(() => this.moment) }; // also in effects, which don't follow the game
  }

  /** Play a move; ask first if it can't be undone. Lessons and exercises make no move by mistake. */
  play(move: Move) {
    const mustAsk =
      NEEDS_CONFIRMATION.includes(move.kind) &&
      person.confirmMoves &&
      !this.table.info!.lesson &&
      !this.table.info!.exercise &&
      this.unconfirmed?.text !== move.text;
    this.clear();
    if (mustAsk) this.choose({ unconfirmed: move });
    else void this.table.play(move.text);
  }

  /** Pick a track: show its card. If there is one way to pay, a second click claims it, or the first if none is asked. */
  pickTrack(id: string) {
    this.table.refused = null;
    this.choose({ building: this.building });
    const track = this.board().tracks.find((one) => one.id === id) ?? null;
    if (!this.payments(track).length) this.colour = null;
    const ways = this.payments(track);
    const isSecond = this.track === id;
    this.track = id;
    if (ways.length === 1 && (isSecond || !person.confirmMoves)) this.claim(ways[0]!);
  }

  /** Claim a track; if the player has a choice, ask first which cards to trade in for swaps. */
  claim(move: Move) {
    if (!move.swaps) return this.play(move);
    const { due, available } = this.trade(move);
    if (totalOf(available) === due) this.claimTrading(move, available);
    else this.choose({ trading: move });
  }

  /** How many cards to trade in for the swaps of a claim, those that can be, and those that a good player would. */
  trade(move: Move): { due: number; available: CardCounts; suggested: CardCounts } {
    const track = this.board().tracks.find(({ id }) => id === move.track)!;
    const available = tradeable(track, move, leftOf(this.view.hand ?? {}, move));
    const due = (move.swaps ?? 0) * track.swap;
    const needed = neededCards(this.board(), this.view, track.id);
    return { due, available, suggested: suggestTrade(available, due, needed) };
  }

  /** Make a claim, and trade in the given cards for its swaps. */
  claimTrading(move: Move, trade: CardCounts) {
    const track = this.board().tracks.find(({ id }) => id === move.track)!;
    this.clear();
    void this.table.playAll([move.text, ...swapTexts(track, trade)]);
  }

  /** Read the status of a track that can't be claimed now; once for each moment. */
  async readStatus(track: string) {
    const { moment } = this;
    const request = `${track} ${moment}`;
    if (this.claimable.has(track) || (this.statuses.moment === moment && this.statuses.byTrack[track])) return;
    if (this.asked === request) return; // by the card and by the list of routes at once
    this.asked = request;
    try {
      const status = await this.table.tables.readTrackStatus(this.table.id, track, this.view.viewer);
      const known = this.statuses.moment === moment ? this.statuses.byTrack : {};
      if (this.moment === moment) this.statuses = { moment, byTrack: { ...known, [track]: status } };
    } catch (error) {
      this.asked = "";
      if (this.track === track) this.table.refused = error as Refused;
    }
  }

  pickCity(city: string) {
    const move = this.view.legal.find((legal) => legal.kind === "station" && legal.city === city);
    if (move) this.play(move);
  }

  pickColour(card: string) {
    const next = this.colour === card ? null : card;
    this.clear();
    this.colour = next;
  }

  /** Start to pick a city for a station, or stop. */
  build() {
    const next = !this.building;
    this.clear();
    this.choose({ building: next });
  }
}
