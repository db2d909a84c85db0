/** The view of the map. Panning and zooming transform the drawing; once at rest it is redrawn. */

import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { flushSync } from 'svelte';
import { gap, wrap } from './atlas';
import { step } from './layout';

/** The center of the frame in map units, and pixels per map unit. */
export interface View {
  x: number;
  y: number;
  k: number;
}

const CLOSEST = 2;
/** How much of the whole map is repeated at both sides, so that spaces at the seam can be read. */
const SPARE = 250;
const SPARE_EAST = 170;
const FILLED = 1.8; // how much closer than the whole board the first view can be
const LEGIBLE = 0.55; // pixels per map unit at which a capital and its neighbors are legible on a phone
const NARROW = 700; // pixels: a narrower frame shows part of the board at first
/** Milliseconds. */
const SETTLING = 220; // from the last movement until the redraw
const FLIGHT = 420;

/** Progress of a flight at share `p` of its time: fast at first, and even on the screen rather than on the map. */
export function passing(from: View, to: View, p: number): View {
  const eased = 1 - (1 - p) ** 3;
  const k = from.k * (to.k / from.k) ** eased;
  const share = Math.abs(to.k - from.k) < 1e-6 ? eased : (1 / from.k - 1 / k) / (1 / from.k - 1 / to.k);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, k };
}

export class Camera {
  /** The frame, in pixels. */
  size = $state.raw({ width: 0, height: 0 });
  /** The scale of the layout: pixels per map unit. */
  scale = $state(0.18);
  /** The scale of the last redraw; between redraws the drawing is only stretched. */
  base = $state(0.18);
  /** The center of the view (x in map units, within one period) when its contents were last chosen. */
  middle = $state(4000);
  /** Whether the view is moving. */
  panning = $state(false);

  /** The scale at which the whole board is visible. */
  readonly fit: number = $derived.by(() => {
    const { width, height } = this.map();
    return Math.min(this.size.width / (width + this.repeated), this.size.height / height) || 0.1;
  });
  private readonly reach: number = $derived(this.size.width / this.base); // visible map units
  /** Margin around the view in which names and units are drawn, for the next drag. More would slow every frame. */
  private readonly spare: number = $derived(Math.max(this.reach * 0.22, Math.min(1200, this.reach * 0.6)));
  /** The range of x, in map units, that must be drawn. */
  readonly sight: readonly [from: number, to: number] = $derived([
    this.middle - this.reach / 2 - this.spare,
    this.middle + this.reach / 2 + this.spare,
  ]);
  /** Offsets of the copies of the map needed for that. */
  readonly shifts: number[] = $derived.by(() => {
    const { width, period } = this.map();
    if (period === Infinity) return [0];
    return [-width, 0, width].filter((s) => s < this.sight[1] && s + width > this.sight[0]);
  });

  private frame: HTMLElement | null = null;
  private stage: HTMLElement | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private flight = 0;
  private readonly zoomer = zoom<HTMLElement, unknown>()
    .clickDistance(5)
    .constrain((t) => this.kept(t))
    .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      if (event.sourceEvent) this.land(); // the user takes over
      clearTimeout(this.resting);
      this.panning = true;
    })
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.moved(event.transform))
    .on('end', () => {
      this.panning = false;
      if (!this.flight) this.resting = setTimeout(() => this.rest(), SETTLING);
    });

  /** A camera over a map of a size in map units. */
  constructor(private readonly map: () => { width: number; height: number; period: number }) {}

  /** Control `stage` within `frame` by code and by gestures that `may` allows; return a function that stops it. */
  attach(frame: HTMLElement, stage: HTMLElement, may: (event: Event) => boolean): () => void {
    this.frame = frame;
    this.stage = stage;
    const view = select(frame).call(this.zoomer.filter(may));
    return () => {
      view.on('.zoom', null);
      clearTimeout(this.resting);
      this.land();
    };
  }

  /** Whether the size of the frame is known. */
  get opened(): boolean {
    return this.size.width > 0;
  }

  /** Resize the frame, keeping its center and a fully visible board. The first size opens the map around a point or its
   * center. An empty frame changes nothing. */
  resize(width: number, height: number, around: readonly [x: number, y: number] | null): void {
    if (!width || !height) return;
    const { opened, view, fit } = this;
    this.size = { width, height };
    flushSync();
    this.zoomer.scaleExtent([this.fit, CLOSEST]).extent([
      [0, 0],
      [width, height],
    ]);
    if (!opened) this.put(this.opening(around));
    else this.put({ ...view, k: Math.abs(view.k - fit) < 1e-4 ? this.fit : Math.max(this.fit, view.k) });
    clearTimeout(this.resting);
    this.rest();
  }

  /** The current center and scale. */
  get view(): View {
    const t = this.transform;
    return { x: (this.size.width / 2 - t.x) / t.k, y: (this.size.height / 2 - t.y) / t.k, k: t.k };
  }

  /** The map point at a point of the frame in pixels. */
  under(left: number, top: number): [x: number, y: number] {
    const t = this.transform;
    return [wrap((left - t.x) / t.k, this.map().period), (top - t.y) / t.k];
  }

  /** The position of a map point in the frame, in pixels. */
  over(x: number, y: number): { x: number; y: number } {
    const t = this.transform;
    return { x: wrap(x * t.k + t.x, this.map().period * t.k), y: y * t.k + t.y };
  }

  /** Whether a map point is at least `edge` pixels inside the frame. */
  sees(x: number, y: number, edge: number): boolean {
    const at = this.over(x, y);
    const { width, height } = this.size;
    return at.x > edge && at.x < width - edge && at.y > edge && at.y < height - edge;
  }

  /** Center a point at a scale, or at the current one. */
  center(x: number, y: number, k = this.transform.k): void {
    this.fly({ x, y, k });
  }

  /** Center a point, zoomed in far enough to read a space with a free disc of `radius`. */
  approach(x: number, y: number, radius: number): void {
    const wish = Math.min(1.1, Math.max(LEGIBLE, 34 / Math.max(radius, 20)));
    this.center(x, y, Math.max(this.transform.k, wish));
  }

  /** Show the whole board. */
  whole(): void {
    const [x, y] = this.heart;
    this.center(x, y, this.fit);
  }

  zoomBy(factor: number): void {
    const { x, y, k } = this.view;
    this.center(x, y, Math.min(CLOSEST, Math.max(this.fit, k * factor)));
  }

  /** Pan by fractions of the frame. */
  panBy(across: number, down: number): void {
    const { x, y, k } = this.view;
    this.center(x + (across * this.size.width) / k, y + (down * this.size.height) / k);
  }

  private get transform(): ZoomTransform {
    return this.frame ? zoomTransform(this.frame) : zoomIdentity;
  }

  /** The center of the whole board. */
  private get heart(): [number, number] {
    const { width, height } = this.map();
    return [this.repeated ? (width + 2 * SPARE_EAST - SPARE) / 2 : width / 2, height / 2];
  }

  /** The first scale: the board fills the height, or is legible in a narrow frame. */
  private opening(around: readonly [x: number, y: number] | null): View {
    const { width, height } = this.map();
    const { size, fit, heart } = this;
    if (size.width >= NARROW)
      return { x: around?.[0] ?? heart[0], y: heart[1], k: Math.min(size.height / height, fit * FILLED) };
    const [x, y] = around ?? [width / 2, height / 3];
    return { x, y, k: Math.max(fit, LEGIBLE * 0.62) };
  }

  /** How much of the map is shown twice. */
  private get repeated(): number {
    return this.map().period === Infinity ? 0 : SPARE;
  }

  /** A transform limited to the map: covering the frame, or centered in it; a map that wraps can be turned forever. */
  private kept(t: ZoomTransform): ZoomTransform {
    const within = (at: number, frame: number, map: number) =>
      map <= frame ? (frame - map) / 2 : Math.min(0, Math.max(frame - map, at));
    const { width, height, period } = this.map();
    const x = period === Infinity ? within(t.x, this.size.width, width * t.k) : t.x;
    return zoomIdentity.translate(x, within(t.y, this.size.height, height * t.k)).scale(t.k);
  }

  private put({ x, y, k }: View): void {
    if (!this.frame) return;
    const t = zoomIdentity.translate(this.size.width / 2 - x * k, this.size.height / 2 - y * k).scale(k);
    select(this.frame).call(this.zoomer.transform, this.kept(t));
  }

  /** Move the drawing, and draw more when it nears the edge of its contents. */
  private moved(t: ZoomTransform): void {
    const x = wrap((this.size.width / 2 - t.x) / t.k, this.map().period);
    if (Math.abs(x - this.middle) > this.spare * 0.75) {
      this.middle = x;
      flushSync();
    }
    this.place(x, t);
  }

  /** Whole pixels when only panning, which stays crisp without repainting. */
  private place(x: number, t: ZoomTransform): void {
    if (!this.stage) return;
    const left = this.size.width / 2 - x * t.k;
    const still = Math.abs(t.k / this.base - 1) < 1e-6;
    this.stage.style.transform = still
      ? `translate3d(${Math.round(left)}px,${Math.round(t.y)}px,0)`
      : `translate3d(${left}px,${t.y}px,0) scale(${t.k / this.base})`;
  }

  /** Redraw everything for the current scale. */
  private rest(): void {
    const t = this.transform;
    const x = wrap((this.size.width / 2 - t.x) / t.k, this.map().period);
    this.base = t.k;
    this.middle = x;
    this.scale = step(t.k);
    flushSync();
    this.place(x, t);
  }

  /** Stop a flight where it is. */
  private land(): void {
    if (this.flight) cancelAnimationFrame(this.flight);
    this.flight = 0;
  }

  /** Fly to a view by the shorter way around. */
  private fly(to: View): void {
    const from = this.view;
    const goal = { ...to, x: from.x + gap(from.x, to.x, this.map().period) };
    this.land();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.put(goal);
      return;
    }
    const start = performance.now();
    const turn = (now: number) => {
      const p = Math.min(1, Math.max(0, (now - start) / FLIGHT));
      this.flight = p < 1 ? requestAnimationFrame(turn) : 0;
      this.put(passing(from, goal, p));
    };
    this.flight = requestAnimationFrame(turn);
  }
}
