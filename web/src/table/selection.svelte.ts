/** What the player has picked at a table but not played yet: a track, a colour, a ticket, a move to confirm. */
import type { Highlight } from "../board/highlight";
import type { Board, Move, Refused, TicketStatus, TrackStatus, View } from "../lib/api";
import { person } from "../lib/person.svelte";
import type { Table } from "./table.svelte";

const NEEDS_CONFIRMATION = ["tickets", "station", "pass"];

const pays = (move: Move, card: string) => (card === "locomotive" ? Boolean(move.locomotives) : move.colour === card);

export class Selection {
  track = $state<string | null>(null);
  colour = $state<string | null>(null);
  /** Whether the player is about to pick a city for a station. */
  building = $state(false);
  /** The move that waits for confirmation. */
  unconfirmed = $state.raw<Move | null>(null);
  /** What the pointer or focus highlights. */
  highlighted = $state.raw<Highlight | null>(null);
  /** The ticket whose path stays highlighted. */
  pinned = $state.raw<TicketStatus | null>(null);
  /** What a lesson points at. */
  taught = $state.raw<{ tracks: string[]; cities: string[] }>({ tracks: [], cities: [] });
  /** A picked track that can't be claimed, and the ply at which it couldn't. */
  private unclaimableThen = $state.raw<{ status: TrackStatus; ply: number } | null>(null);
  /** The track that is being asked about. */
  private asked = "";

  constructor(
    private readonly table: Table,
    private readonly board: () => Board,
  ) {}

  private get view(): View {
    return this.table.view!;
  }

  private readonly claims = $derived.by(() => this.view.legal.filter((move) => move.kind === "claim"));
  /** The tracks that can be claimed. */
  readonly claimable = $derived(new Set(this.claims.map((move) => move.track!)));
  /** The payments for the picked track, with the picked colour if there is one. */
  readonly ways = $derived(this.payments(this.track));
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
  /** The status of the picked track if it can't be claimed now. */
  readonly unclaimable = $derived(
    this.unclaimableThen?.ply === this.view.ply ? (this.unclaimableThen?.status ?? null) : null,
  );

  private payments(track: string | null): Move[] {
    const { colour } = this;
    return this.claims.filter((move) => move.track === track && (!colour || pays(move, colour)));
  }

  clear() {
    this.track = this.colour = this.highlighted = this.pinned = this.unconfirmed = this.unclaimableThen = null;
    this.building = false;
    this.table.refused = null;
  }

  /** Play a move; ask first if it can't be undone. A lesson makes no move by mistake. */
  play(move: Move) {
    const mustAsk =
      NEEDS_CONFIRMATION.includes(move.kind) &&
      person.confirmMoves &&
      !this.table.info!.lesson &&
      this.unconfirmed?.text !== move.text;
    this.clear();
    if (mustAsk) this.unconfirmed = move;
    else void this.table.play(move.text);
  }

  pickTrack(id: string) {
    this.table.refused = null;
    this.unconfirmed = this.unclaimableThen = null;
    if (!this.payments(id).length) this.colour = null;
    const ways = this.payments(id);
    if (ways.length === 1 && !person.confirmMoves) this.play(ways[0]!);
    else if (ways.length) this.track = id;
    else {
      this.track = null;
      if (this.view.phase !== "over") void this.explain(id);
    }
  }

  /** Ask why a track can't be claimed, and what it would take. */
  private async explain(id: string) {
    const { ply, viewer } = this.view;
    this.asked = id;
    try {
      const status = await this.table.tables.readTrackStatus(this.table.id, id, viewer);
      if (this.asked === id) this.unclaimableThen = { status, ply };
    } catch (error) {
      this.table.refused = error as Refused;
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
    this.building = next;
  }
}
