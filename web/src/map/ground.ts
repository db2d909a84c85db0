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

/** Approximate distance (chamfer 3-4), in thirds of a cell, of every cell to the nearest cell of another sort. The left
 * and right columns join, or else count as bordering on another sort. */
export function distances(
  columns: number,
  rows: number,
  sort: ArrayLike<number>,
  wraps = true,
  most = 4000,
): Uint16Array {
  const far = new Uint16Array(columns * rows).fill(most);
  const same = (a: number, b: number) => sort[a] === sort[b];
  const outside = -2 * columns; // no such cell, nor above or below it
  const west = (i: number, column: number) => (column ? i - 1 : wraps ? i + columns - 1 : outside);
  const east = (i: number, column: number) => (column < columns - 1 ? i + 1 : wraps ? i - columns + 1 : outside);
  const step = (i: number, from: number, cost: number) => {
    const found = same(i, from) ? (far[from] as number) + cost : cost;
    if (found < (far[i] as number)) far[i] = found;
  };
  for (let turn = 0; turn < 2; turn++) {
    // twice, so that distances run over the seam
    for (let row = 0, i = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, i++) {
        step(i, west(i, column), 3);
        if (row) {
          step(i, i - columns, 3);
          step(i, west(i, column) - columns, 4);
          step(i, east(i, column) - columns, 4);
        }
      }
    }
    for (let row = rows - 1, i = columns * rows - 1; row >= 0; row--) {
      for (let column = columns - 1; column >= 0; column--, i--) {
        step(i, east(i, column), 3);
        if (row < rows - 1) {
          step(i, i + columns, 3);
          step(i, west(i, column) + columns, 4);
          step(i, east(i, column) + columns, 4);
        }
      }
    }
  }
  return far;
}

export interface Room {
  /** The side of a square with the area of the space, in map units. */
  side: number;
  /** Places with room, the largest first, spread out: x, y, and distance to the edge. */
  spots: [x: number, y: number, free: number][];
}

/** Up to `most` places with room in every space. */
export function rooms(g: Ground, most = 28): Map<string, Room> {
  const far = distances(g.columns, g.rows, g.ids, g.wraps);
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
