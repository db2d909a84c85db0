/** A smooth line around a space, for marks on the map: bays are closed, small islands included or left out.
 * The drawn outline is too detailed to be dashed.
 */

import { distances, type Ground, NOTHING } from './ground';

/** The widest bay that is closed, in cells. */
const REACH = 2;
const MARGIN = REACH + 3;
/** Distance of lines from the upper and lower edge, in map units. */
const FRAME = 26;

/** The first and last row of each space, by its number, and whether it has cells in a column. */
interface Extents {
  top: Int32Array;
  bottom: Int32Array;
  columns: Uint8Array[];
}

function measured(g: Ground): Extents {
  const top = new Int32Array(g.names.length + 1).fill(g.rows);
  const bottom = new Int32Array(g.names.length + 1).fill(-1);
  const columns = [NOTHING, ...g.names].map(() => new Uint8Array(g.columns));
  for (let row = 0, i = 0; row < g.rows; row++) {
    for (let column = 0; column < g.columns; column++, i++) {
      const id = g.ids[i] as number;
      (columns[id] as Uint8Array)[column] = 1;
      if (row < (top[id] as number)) top[id] = row;
      bottom[id] = row;
    }
  }
  return { top, bottom, columns };
}

const extents = new WeakMap<Ground, Extents>();

/** The extents of all spaces, found once. */
function extentsOf(g: Ground): Extents {
  const found = extents.get(g) ?? measured(g);
  extents.set(g, found);
  return found;
}

/** The cells of a space as a window of the ground, cut so that a space across the seam is whole. */
function windowed(
  g: Ground,
  id: number,
): { mask: Uint8Array; left: number; top: number; columns: number; rows: number } | null {
  const found = extentsOf(g);
  const used = found.columns[id] as Uint8Array;
  const top = found.top[id] as number;
  const bottom = found.bottom[id] as number;
  if (bottom < 0 || id === NOTHING) return null;
  // the window starts behind the longest run of columns without the space
  let left = 0;
  let longest = -1;
  for (let start = 0; start < g.columns; start++) {
    if (used[start] || !used[(start + g.columns - 1) % g.columns]) continue;
    let run = 0;
    while (run < g.columns && !used[(start + run) % g.columns]) run++;
    if (run > longest) {
      longest = run;
      left = start + run;
    }
  }
  const width = longest < 0 ? g.columns : g.columns - longest;
  const columns = width + 2 * MARGIN;
  const rows = bottom - top + 1 + 2 * MARGIN;
  const mask = new Uint8Array(columns * rows);
  for (let row = top; row <= bottom; row++) {
    for (let k = 0; k < width; k++) {
      if (g.ids[row * g.columns + ((left + k) % g.columns)] === id)
        mask[(row - top + MARGIN) * columns + k + MARGIN] = 1;
    }
  }
  if (left >= g.columns) left -= g.columns;
  return { mask, left: left - MARGIN, top: top - MARGIN, columns, rows };
}

/** Signed distance to the edge of a mask, in cells; positive inside. */
function signed(mask: Uint8Array, columns: number, rows: number): Float32Array {
  const far = distances(columns, rows, mask, 'open');
  const out = new Float32Array(far.length);
  for (let i = 0; i < far.length; i++) {
    const d = (far[i] as number) / 3 - 0.5;
    out[i] = mask[i] ? d : -d;
  }
  return out;
}

/** The lines where a field is zero, as closed rings of x, y in cells (marching squares). */
function contours(field: Float32Array, columns: number, rows: number): number[][] {
  const next = new Map<number, [number, number, number]>(); // edge -> the edge after it, and its point
  const at = (x: number, y: number) => field[y * columns + x] as number;
  // edges are numbered: horizontal (between x and x + 1) even, vertical (between y and y + 1) odd
  const flat = (x: number, y: number) => 2 * (y * columns + x);
  const upright = (x: number, y: number) => 2 * (y * columns + x) + 1;
  const cross = (a: number, b: number) => a / (a - b);
  for (let y = 0; y < rows - 1; y++) {
    for (let x = 0; x < columns - 1; x++) {
      const a = at(x, y);
      const b = at(x + 1, y);
      const c = at(x + 1, y + 1);
      const d = at(x, y + 1);
      const kind = (a > 0 ? 1 : 0) | (b > 0 ? 2 : 0) | (c > 0 ? 4 : 0) | (d > 0 ? 8 : 0);
      if (kind === 0 || kind === 15) continue;
      const top = (): [number, number, number] => [flat(x, y), x + cross(a, b), y];
      const right = (): [number, number, number] => [upright(x + 1, y), x + 1, y + cross(b, c)];
      const bottom = (): [number, number, number] => [flat(x, y + 1), x + cross(d, c), y + 1];
      const leftwards = (): [number, number, number] => [upright(x, y), x, y + cross(a, d)];
      const go = (from: [number, number, number], to: [number, number, number]) =>
        next.set(from[0], [to[0], from[1], from[2]]);
      // the inside lies to the right of every step
      if (kind === 1) go(leftwards(), top());
      else if (kind === 2) go(top(), right());
      else if (kind === 3) go(leftwards(), right());
      else if (kind === 4) go(right(), bottom());
      else if (kind === 5) {
        go(leftwards(), top());
        go(right(), bottom());
      } else if (kind === 6) go(top(), bottom());
      else if (kind === 7) go(leftwards(), bottom());
      else if (kind === 8) go(bottom(), leftwards());
      else if (kind === 9) go(bottom(), top());
      else if (kind === 10) {
        go(top(), right());
        go(bottom(), leftwards());
      } else if (kind === 11) go(bottom(), right());
      else if (kind === 12) go(right(), leftwards());
      else if (kind === 13) go(right(), top());
      else go(top(), leftwards());
    }
  }
  const rings: number[][] = [];
  for (let start = next.keys().next(); !start.done; start = next.keys().next()) {
    const ring: number[] = [];
    let edge: number = start.value;
    for (let found = next.get(edge); found; found = next.get(edge)) {
      next.delete(edge);
      ring.push(found[1], found[2]);
      edge = found[0];
    }
    rings.push(ring);
  }
  return rings;
}

/** The smooth line around a space as an SVG path; `inset` moves it inward. Both in map units. */
export function lasso(g: Ground, space: string, inset = 1): string {
  const view = windowed(g, g.names.indexOf(space) + 1);
  if (!view) return '';
  const { mask, columns, rows } = view;
  const outer = signed(mask, columns, rows);
  const wide = mask.map((_, i) => ((outer[i] as number) > -REACH ? 1 : 0));
  const back = signed(wide, columns, rows);
  const field = back.map((d) => d - REACH - inset / g.cell);
  const rings = contours(field, columns, rows);
  const sizes = rings.map((ring) => {
    const xs = ring.filter((_, i) => i % 2 === 0);
    const ys = ring.filter((_, i) => i % 2 === 1);
    return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  });
  const largest = Math.max(...sizes);
  let out = '';
  rings.forEach((ring, n) => {
    const size = sizes[n] as number;
    if (size < largest && size < 7) return;
    const count = ring.length / 2;
    const point = (i: number): [number, number] => {
      // the mean of a point and its neighbors: chamfer distances have corners
      let x = 0;
      let y = 0;
      for (const [k, w] of [
        [-2, 1],
        [-1, 2],
        [0, 2],
        [1, 2],
        [2, 1],
      ] as const) {
        const j = (((i + k) % count) + count) % count;
        x += ((ring[2 * j] as number) * w) / 8;
        y += ((ring[2 * j + 1] as number) * w) / 8;
      }
      const v = (y + view.top + 0.5) * g.cell;
      return [(x + view.left + 0.5) * g.cell, Math.min(Math.max(v, FRAME), g.rows * g.cell - FRAME)];
    };
    const step = count > 24 ? 2 : 1;
    let d = '';
    for (let i = 0; i < count; i += step) {
      const [x, y] = point(i);
      d += `${d ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    out += `${d}Z`;
  });
  return out;
}

const lines = new WeakMap<Ground, Map<string, string>>();

/** The same, computed once per space. */
export function lassoOf(g: Ground, space: string): string {
  const known = lines.get(g) ?? new Map<string, string>();
  lines.set(g, known);
  let found = known.get(space);
  if (found === undefined) {
    found = lasso(g, space);
    known.set(space, found);
  }
  return found;
}
