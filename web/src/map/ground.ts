/** The map as a grid of cells with the space under the center of each, for placing units and for the relief. */

import { type Outline, type Sheet, wrap } from './atlas';

export const NOTHING = 0;

export interface Ground {
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  /** Whether the left and right columns join. */
  readonly wraps: boolean;
  /** Row by row: 0 for no space, else the index of the space in `names`, counted from 1. */
  readonly ids: Uint16Array;
  readonly names: string[];
}

/** Fill the cells whose center lies inside an outline. */
export function fill(into: Uint16Array, columns: number, rows: number, cell: number, shape: Outline, id: number): void {
  const first = Math.max(0, Math.floor(shape.box[1] / cell - 0.5));
  const last = Math.min(rows - 1, Math.ceil(shape.box[3] / cell));
  const hits: number[][] = Array.from({ length: Math.max(0, last - first + 1) }, () => []);
  for (const ring of shape.rings) {
    let px = ring[ring.length - 2] as number;
    let py = ring[ring.length - 1] as number;
    for (let i = 0; i < ring.length; i += 2) {
      const qx = ring[i] as number;
      const qy = ring[i + 1] as number;
      if (py !== qy) {
        const [low, high] = py < qy ? [py, qy] : [qy, py];
        const from = Math.max(first, Math.ceil(low / cell - 0.5));
        const to = Math.min(last, Math.ceil(high / cell - 0.5) - 1);
        for (let row = from; row <= to; row++) {
          hits[row - first]?.push(px + ((qx - px) * ((row + 0.5) * cell - py)) / (qy - py));
        }
      }
      px = qx;
      py = qy;
    }
  }
  hits.forEach((xs, at) => {
    xs.sort((a, b) => a - b);
    for (let i = 0; i + 1 < xs.length; i += 2) {
      const from = Math.max(0, Math.ceil((xs[i] as number) / cell - 0.5));
      const to = Math.min(columns - 1, Math.ceil((xs[i + 1] as number) / cell - 0.5) - 1);
      into.fill(id, (first + at) * columns + from, (first + at) * columns + to + 1);
    }
  });
}

export function ground(sheet: Sheet, cell = 8): Ground {
  const columns = Math.round(sheet.width / cell);
  const rows = Math.ceil(sheet.height / cell);
  const ids = new Uint16Array(columns * rows);
  const names = [...sheet.outlines.keys()];
  names.forEach((name, i) => {
    fill(ids, columns, rows, cell, sheet.outlines.get(name) as Outline, i + 1);
  });
  return { cell, columns, rows, wraps: sheet.period !== Infinity, ids, names };
}

/** The number of the space at a point; 0 outside the map. */
export function idAt(g: Ground, x: number, y: number): number {
  const row = Math.floor(y / g.cell);
  const column = Math.floor(wrap(x, g.wraps ? g.columns * g.cell : Infinity) / g.cell);
  if (row < 0 || row >= g.rows || column < 0 || column >= g.columns) return NOTHING;
  return g.ids[row * g.columns + column] ?? NOTHING;
}

/** What lies left and right of a grid: its other end, cells of another sort, or more cells like those at the edge. */
export type Edges = 'joined' | 'other' | 'open';

/** Approximate distance (chamfer 3-4), in thirds of a cell, of every cell to the nearest cell of another sort; `most` if
 * there is none. The upper and lower edges are open. */
export function distances(
  columns: number,
  rows: number,
  sort: ArrayLike<number>,
  edges: Edges = 'joined',
  most = 4000,
): Uint16Array {
  // a column is added on both sides, so that no cell is a special case: this runs for many spaces before a move
  const wide = columns + 2;
  const far = new Uint16Array(wide * rows).fill(most);
  const sorts = new Int32Array(wide * rows).fill(-1);
  for (let row = 0; row < rows; row++) {
    const start = row * wide + 1;
    for (let column = 0; column < columns; column++) sorts[start + column] = sort[row * columns + column] as number;
    if (edges === 'other') continue;
    const [west, east] = edges === 'joined' ? [start + columns - 1, start] : [start, start + columns - 1];
    sorts[start - 1] = sorts[west] as number;
    sorts[start + columns] = sorts[east] as number;
  }
  const pass = (row: number, first: number, last: number, step: number, before: number) => {
    const start = row * wide + 1;
    for (let i = start + first; i !== start + last; i += step) {
      const own = sorts[i];
      let d = far[i] as number;
      const beside = i - step;
      d = Math.min(d, sorts[beside] === own ? (far[beside] as number) + 3 : 3);
      if (before) {
        const next = i + before;
        d = Math.min(d, sorts[next] === own ? (far[next] as number) + 3 : 3);
        d = Math.min(d, sorts[next - 1] === own ? (far[next - 1] as number) + 4 : 4);
        d = Math.min(d, sorts[next + 1] === own ? (far[next + 1] as number) + 4 : 4);
      }
      far[i] = d;
    }
    if (edges !== 'joined') return;
    far[start - 1] = far[start + columns - 1] as number;
    far[start + columns] = far[start] as number;
  };
  // twice where distances run over the seam
  for (let turn = 0; turn < (edges === 'joined' ? 2 : 1); turn++) {
    for (let row = 0; row < rows; row++) pass(row, 0, columns, 1, row ? -wide : 0);
    for (let row = rows - 1; row >= 0; row--) pass(row, columns - 1, -1, -1, row < rows - 1 ? wide : 0);
  }
  const out = new Uint16Array(columns * rows);
  for (let row = 0; row < rows; row++) out.set(far.subarray(row * wide + 1, row * wide + 1 + columns), row * columns);
  return out;
}

export interface Room {
  /** The side of a square with the area of the space, in map units. */
  side: number;
  /** Places with room, the largest first, spread out: x, y, and distance to the edge. */
  spots: [x: number, y: number, free: number][];
}

/** Up to `most` places with room in every space. */
export function rooms(g: Ground, most = 28): Map<string, Room> {
  const far = distances(g.columns, g.rows, g.ids, g.wraps ? 'joined' : 'other');
  const cells: number[][] = g.names.map(() => []);
  for (let i = 0; i < g.ids.length; i++) {
    const id = g.ids[i] as number;
    if (id) cells[id - 1]?.push(i);
  }
  const out = new Map<string, Room>();
  cells.forEach((all, n) => {
    // in a large space, every third row and column is enough
    const list = all.length < 900 ? all : all.filter((i) => i % 3 === 0 && Math.floor(i / g.columns) % 3 === 0);
    list.sort((a, b) => (far[b] as number) - (far[a] as number));
    const apart = Math.max(2, Math.sqrt(all.length / most) * 0.9); // in cells
    const taken: [number, number, number][] = [];
    for (const i of list) {
      const x = i % g.columns;
      const y = Math.floor(i / g.columns);
      const near = taken.some(([u, v]) => {
        const dx = Math.abs(u - x);
        return Math.hypot(g.wraps ? Math.min(dx, g.columns - dx) : dx, v - y) < apart;
      });
      if (near) continue;
      taken.push([x, y, (far[i] as number) / 3]);
      if (taken.length >= most) break;
    }
    out.set(g.names[n] as string, {
      side: Math.sqrt(all.length) * g.cell,
      spots: taken.map(([x, y, d]) => [(x + 0.5) * g.cell, (y + 0.5) * g.cell, d * g.cell]),
    });
  });
  return out;
}
