/** The map prepared for drawing: outlines as SVG paths, borders by kind, adjacency, and hit testing.
 *
 * Units are map units (8000 across). The left and right edges of a map that wraps join.
 */

import type { Atlas } from '../lib/api';

export type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface Outline {
  /** SVG path, filled with the even-odd rule. */
  path: string;
  box: Box;
  /** Rings as x, y, x, y …, the first point not repeated. */
  rings: Int16Array[];
}

/** Lines between spaces as SVG paths, cut into pieces so that drawing can skip invisible ones. */
export interface Lines {
  coast: string[];
  border: string[];
  zone: string[];
}

export interface Link {
  a: string;
  b: string;
}

/** The points of an arc; ~n means arc n backwards. */
export function arcPoints(atlas: Atlas, number: number): Int16Array {
  const steps = atlas.arcs[number < 0 ? ~number : number] ?? [];
  const out = new Int16Array(steps.length);
  let x = 0;
  let y = 0;
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i] as number;
    y += steps[i + 1] as number;
    const at = number < 0 ? steps.length - 2 - i : i;
    out[at] = x;
    out[at + 1] = y;
  }
  return out;
}

/** The points of a ring, the first not repeated. */
export function ringPoints(atlas: Atlas, ring: number[]): Int16Array {
  const arcs = ring.map((number) => arcPoints(atlas, number));
  const out = new Int16Array(arcs.reduce((sum, arc) => sum + arc.length - 2, 0));
  let at = 0;
  for (const arc of arcs) {
    out.set(arc.subarray(0, arc.length - 2), at);
    at += arc.length - 2;
  }
  return out;
}

function drawn(points: Int16Array, closed: boolean): string {
  let out = `M${points[0]} ${points[1]}l`;
  for (let i = 2; i < points.length; i += 2) {
    out += `${(points[i] as number) - (points[i - 2] as number)} ${(points[i + 1] as number) - (points[i - 1] as number)} `;
  }
  return closed ? `${out}z` : out;
}

function boxOf(rings: Int16Array[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i] as number;
      const y = ring[i + 1] as number;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return [left, top, right, bottom];
}

function outline(atlas: Atlas, rings: number[][]): Outline {
  const points = rings.map((ring) => ringPoints(atlas, ring));
  return { path: points.map((p) => drawn(p, true)).join(''), box: boxOf(points), rings: points };
}

function inside(rings: Int16Array[], x: number, y: number): boolean {
  let odd = false;
  for (const ring of rings) {
    let px = ring[ring.length - 2] as number;
    let py = ring[ring.length - 1] as number;
    for (let i = 0; i < ring.length; i += 2) {
      const qx = ring[i] as number;
      const qy = ring[i + 1] as number;
      if (py > y !== qy > y && x < ((qx - px) * (y - py)) / (qy - py) + px) odd = !odd;
      px = qx;
      py = qy;
    }
  }
  return odd;
}

/** Whether a segment lies on the seam or frame, and so is not a border. */
const EDGE = 1;

export class Sheet {
  readonly width: number;
  readonly height: number;
  /** The distance in x after which the map repeats: its width, or Infinity if it does not wrap. */
  readonly period: number;
  readonly outlines = new Map<string, Outline>();
  readonly scenery: Outline;
  readonly closed: Outline;
  readonly lakes: Outline;
  /** Space -> spaces it shares a border with, including across the seam. */
  readonly touching = new Map<string, Set<string>>();

  constructor(readonly atlas: Atlas) {
    this.width = atlas.width;
    this.height = atlas.height;
    this.period = atlas.wraps ? atlas.width : Infinity;
    for (const [name, rings] of Object.entries(atlas.spaces)) this.outlines.set(name, outline(atlas, rings));
    this.scenery = outline(atlas, atlas.scenery);
    this.closed = outline(atlas, atlas.closed);
    this.lakes = outline(atlas, atlas.lakes);
    for (const name of this.outlines.keys()) this.touching.set(name, new Set());
    this.meet();
  }

  private readonly rims = new Map<string, string>();

  /** The outline of a space as a line, without its parts on the seam or the frame. */
  rim(space: string): string {
    let found = this.rims.get(space);
    if (found === undefined) {
      found = '';
      for (const ring of this.outlines.get(space)?.rings ?? []) {
        const around = new Int16Array(ring.length + 2);
        around.set(ring);
        around.set(ring.subarray(0, 2), ring.length);
        for (const run of this.runs(around)) found += drawn(run, false);
      }
      this.rims.set(space, found);
    }
    return found;
  }

  /** The label point of a space and the radius of the free disc around it. */
  disc(space: string): readonly [x: number, y: number, radius: number] {
    return this.atlas.labels[space] ?? [0, 0, 0];
  }

  /** The space at a point, if any; x can lie beyond the seam. */
  at(x: number, y: number): string | undefined {
    const u = wrap(x, this.period);
    for (const [name, { box, rings }] of this.outlines) {
      if (u >= box[0] && u <= box[2] && y >= box[1] && y <= box[3] && inside(rings, u, y)) return name;
    }
    return undefined;
  }

  /** Connections that the map does not show as a shared border. */
  links(connections: readonly (readonly string[])[]): Link[] {
    return connections
      .filter(([a = '', b = '']) => this.touching.has(a) && this.touching.has(b) && !this.touching.get(a)?.has(b))
      .map(([a = '', b = '']) => ({ a, b }));
  }

  /** Coasts, land borders and zone borders. */
  lines(isLand: (space: string) => boolean): Lines {
    const sides: number[] = []; // bits: 1 land in play, 2 other land, 4 zone, 8 closed water or lake; 16: two of one kind
    const mark = (rings: number[][], bit: number) => {
      for (const ring of rings) {
        for (const number of ring) {
          const n = number < 0 ? ~number : number;
          const old = sides[n] ?? 0;
          sides[n] = old & bit ? old | 16 : old | bit;
        }
      }
    };
    for (const [name, rings] of Object.entries(this.atlas.spaces)) mark(rings, isLand(name) ? 1 : 4);
    mark(this.atlas.scenery, 2);
    mark(this.atlas.closed, 8);
    mark(this.atlas.lakes, 8);
    const out: Record<keyof Lines, Map<string, string>> = { coast: new Map(), border: new Map(), zone: new Map() };
    for (let n = 0; n < this.atlas.arcs.length; n++) {
      const bits = sides[n] ?? 0;
      const land = bits & 3;
      const water = bits & 12;
      const kind = land && water ? 'coast' : land ? (bits === 1 || bits === 2 ? 'coast' : 'border') : 'zone';
      if (kind === 'zone' && bits === 24) continue; // between two closed waters
      for (const run of this.runs(arcPoints(this.atlas, n))) {
        const tile = `${Math.floor((run[0] as number) / 800)},${Math.floor((run[1] as number) / 800)}`;
        out[kind].set(tile, (out[kind].get(tile) ?? '') + drawn(run, false));
      }
    }
    return { coast: [...out.coast.values()], border: [...out.border.values()], zone: [...out.zone.values()] };
  }

  /** The parts of a line that do not lie on the seam or the frame. */
  private runs(points: Int16Array): Int16Array[] {
    const out: Int16Array[] = [];
    let start = 0;
    for (let i = 2; i < points.length; i += 2) {
      if (this.onEdge(points, i)) {
        if (i - start > 2) out.push(points.subarray(start, i));
        start = i;
      }
    }
    if (points.length - start > 2) out.push(points.subarray(start));
    return out;
  }

  private onEdge(p: Int16Array, i: number): boolean {
    const both = (k: number, edge: number) =>
      Math.abs((p[i + k] as number) - edge) <= EDGE && Math.abs((p[i + k - 2] as number) - edge) <= EDGE;
    return both(0, 0) || both(0, this.width) || both(1, 0) || both(1, this.height);
  }

  private meet(): void {
    const users = new Map<number, string>();
    const edges: Record<'left' | 'right', [string, number, number][]> = { left: [], right: [] };
    const join = (a: string, b: string) => {
      this.touching.get(a)?.add(b);
      this.touching.get(b)?.add(a);
    };
    for (const [name, rings] of Object.entries(this.atlas.spaces)) {
      for (const ring of rings) {
        for (const number of ring) {
          const n = number < 0 ? ~number : number;
          const other = users.get(n);
          if (other && other !== name) join(name, other);
          users.set(n, name);
        }
      }
      for (const ring of this.outlines.get(name)?.rings ?? []) {
        let before = ring.length - 2;
        for (let i = 0; i < ring.length; i += 2) {
          const [x, y, u, v] = [ring[before], ring[before + 1], ring[i], ring[i + 1]] as [
            number,
            number,
            number,
            number,
          ];
          const row: [string, number, number] = [name, Math.min(y, v), Math.max(y, v)];
          if (x <= EDGE && u <= EDGE) edges.left.push(row);
          if (x >= this.width - EDGE && u >= this.width - EDGE) edges.right.push(row);
          before = i;
        }
      }
    }
    if (this.period === Infinity) return;
    for (const [left, a, b] of edges.left) {
      for (const [right, c, d] of edges.right) if (left !== right && Math.min(b, d) > Math.max(a, c)) join(left, right);
    }
  }
}

/** A coordinate wrapped into [0, period), or unchanged if the period is infinite. */
export function wrap(x: number, period: number): number {
  return period === Infinity ? x : ((x % period) + period) % period;
}

/** The shortest distance from one x to another on a map of a period: between -period/2 and period/2. */
export function gap(from: number, to: number, period: number): number {
  return period === Infinity ? to - from : wrap(to - from + period / 2, period) - period / 2;
}

const sheets = new WeakMap<Atlas, Sheet>();

/** The sheet of an atlas, computed once. */
export function sheet(atlas: Atlas): Sheet {
  let found = sheets.get(atlas);
  if (!found) {
    found = new Sheet(atlas);
    sheets.set(atlas, found);
  }
  return found;
}
