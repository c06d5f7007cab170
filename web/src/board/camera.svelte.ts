/** What of a board is shown, and how: zooming and panning move the drawing; it is made again when they end. */
import type { Board } from "../lib/api";
import { around, cover, pan, type Part, whole, zoom } from "./viewport";

const PHONE_WIDTH = 600;
const READABLE_TRACK = 8; // the width in pixels at which a track can be read on a phone
const READABLE_TEXT = 11.1; // the least size of text in pixels, with something to spare for rounding
const PAUSE = 160; // milliseconds without a movement after which the board is drawn sharply again

interface Point {
  x: number;
  y: number;
}

export class Camera {
  /** The size of the screen's part for the board, in pixels. */
  width = $state(0);
  height = $state(0);
  /** The part that was zoomed or panned to; null: the whole board; undefined: neither yet. */
  private part = $state.raw<Part | null | undefined>(undefined);
  /** The points to show until the board is zoomed or panned, where only a part of it is shown. */
  private points = $state.raw<readonly Point[]>([]);
  /** The scale at which the board was drawn when a movement began; null while nothing moves. */
  private drawn = $state<number | null>(null);
  private ending: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly board: () => Board) {}

  readonly all = $derived.by(() => whole(this.board().viewBox));
  /** A phone starts zoomed in so that tracks can be read. */
  private readonly initial = $derived.by(() =>
    this.width && this.width < PHONE_WIDTH
      ? cover(this.all, this.width / this.height, (this.width / READABLE_TRACK) * this.board().slot.width)
      : null,
  );
  readonly zoomed = $derived.by(() => {
    const { part, initial, points } = this;
    if (part !== undefined) return part;
    return initial && points.length ? around(points, this.all, this.width / this.height, initial.w) : initial;
  });
  readonly shown = $derived(this.zoomed ?? this.all);
  /** Pixels per board unit. */
  readonly scale = $derived(Math.min(this.width / this.shown.w, this.height / this.shown.h));
  /** The scale at which the board is drawn. */
  readonly drawnScale = $derived(this.drawn ?? this.scale);
  readonly isMoving = $derived(this.drawn !== null);
  readonly transform = $derived.by(() => {
    const { x, y } = this.onScreen(this.all);
    return this.isMoving
      ? `translate(${x}px, ${y}px) scale(${this.scale / this.drawnScale})`
      : `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  });
  /** The size of the names of cities in board units: they grow as the board shrinks. */
  readonly nameSize = $derived.by(() => Math.max(this.board().labelSize, READABLE_TEXT / this.drawnScale));
  /** Whether the legend can be read where it is drawn. */
  readonly isLegendReadable = $derived.by(() => this.board().legend.textSize * this.drawnScale >= READABLE_TEXT);
  /** Whether it can be read while the whole board is shown. */
  readonly isLegendAlwaysReadable = $derived.by(
    () => this.board().legend.textSize * Math.min(this.width / this.all.w, this.height / this.all.h) >= READABLE_TEXT,
  );

  /** The screen's part for the board has another size. */
  resize({ width, height }: { width: number; height: number }) {
    this.width = width;
    this.height = height;
  }

  /** Where a point of the board is on the screen, from the top left of the board's place. */
  onScreen({ x, y }: Point): Point {
    const { shown, scale } = this;
    return {
      x: this.width / 2 + (x - shown.x - shown.w / 2) * scale,
      y: this.height / 2 + (y - shown.y - shown.h / 2) * scale,
    };
  }

  /** The point of the board at a point of the screen. */
  onBoard({ x, y }: Point): Point {
    const { shown, scale } = this;
    return {
      x: shown.x + shown.w / 2 + (x - this.width / 2) / scale,
      y: shown.y + shown.h / 2 + (y - this.height / 2) / scale,
    };
  }

  /** Before a step of a movement: the drawing stays as it is until no more steps follow. */
  private move() {
    this.drawn ??= this.scale;
    clearTimeout(this.ending);
    this.ending = setTimeout(() => (this.drawn = null), PAUSE);
  }

  private zoomTo(by: number, { x, y }: Point) {
    const next = zoom(this.shown, by, x, y, this.all);
    this.part = next.w >= this.all.w ? null : next;
  }

  /** Zoom in by a factor, around the middle. */
  zoomBy(by: number) {
    this.zoomTo(by, { x: this.shown.x + this.shown.w / 2, y: this.shown.y + this.shown.h / 2 });
  }

  /** A step of zooming around a point of the screen. */
  zoomAt(by: number, at: Point) {
    this.move();
    this.zoomTo(by, this.onBoard(at));
  }

  /** A step of panning by pixels. */
  drag(dx: number, dy: number) {
    if (!this.zoomed) return;
    this.move();
    this.part = pan(this.shown, -dx / this.scale, -dy / this.scale, this.all);
  }

  /** Pan by a share of what is shown. */
  step(right: number, down: number) {
    this.part = pan(this.shown, right * this.shown.w, down * this.shown.w, this.all);
  }

  showAll() {
    this.part = null;
  }

  /** Show some points, where only a part of the board is shown at first; never closer than at first. */
  showAround(points: readonly Point[]) {
    if (!points.length || !this.initial) return;
    this.part = undefined;
    this.points = points;
  }

  /** Pan so that a point is in sight. */
  reveal(point: Point) {
    const { x, y } = this.onScreen(point);
    if (x >= 0 && y >= 0 && x <= this.width && y <= this.height) return;
    const { shown } = this;
    this.part = pan(shown, point.x - shown.x - shown.w / 2, point.y - shown.y - shown.h / 2, this.all);
  }
}
