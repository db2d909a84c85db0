/** The sand table's relief: shelves of shallow water along the coasts, and light on the dunes, as one picture of black
 * and white with transparency, laid over land and sea of any colour.
 */

import { distances } from './ground';

/** What a cell is. */
export const WATER = 0;
export const LAND = 1;
export const ICE = 2;

/** A lattice of chance whose left and right edges join; between 0 and 1, smooth. */
function noise(columns: number, rows: number, seed: number): (x: number, y: number) => number {
  const lattice = new Float32Array(columns * (rows + 2));
  let state = seed;
  for (let i = 0; i < lattice.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    lattice[i] = state / 2 ** 32;
  }
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [u, v] = [x * columns, y * rows];
    const [c, r] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [ease(u - c), ease(v - r)];
    const at = (i: number, j: number) => lattice[j * columns + (((i % columns) + columns) % columns)] as number;
    const top = at(c, r) + (at(c + 1, r) - at(c, r)) * fx;
    const bottom = at(c, r + 1) + (at(c + 1, r + 1) - at(c, r + 1)) * fx;
    return top + (bottom - top) * fy;
  };
}

/** Depths (in map units from the coast) at which the water changes its tone, and how bright the shelf is inside. */
const SHELVES: readonly (readonly [number, number])[] = [
  [10, 0.2],
  [26, 0.1],
  [50, 0.075],
  [84, 0.055],
];

/** Paints the relief into RGBA bytes. `sort` tells what every cell is; `unit` is the side of a cell in map units. */
export function relief(sort: Uint8Array, columns: number, rows: number, unit: number): Uint8ClampedArray {
  const wet = sort.map((s) => (s === LAND ? 1 : 0));
  const far = distances(columns, rows, wet);
  const broad = noise(26, 13, 7);
  const middle = noise(90, 45, 11);
  const fine = noise(340, 168, 5);
  const height = new Float32Array(columns * rows);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      const [u, v] = [x / columns, y / rows];
      height[i] = broad(u, v) * 3 + middle(u, v) * 1.25 + fine(u, v) * 0.42;
    }
  }
  const out = new Uint8ClampedArray(columns * rows * 4);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      const depth = ((far[i] as number) / 3 - 0.5) * unit;
      // light from the north-west
      const west = x ? i - 1 : i + columns - 1;
      const north = y ? i - columns : i;
      const lit = (height[i] as number) * 2 - (height[west] as number) - (height[north] as number);
      let tone: number; // below 0 black, above 0 white, at most 1 either way
      if (sort[i] === LAND) {
        const rim = Math.exp(-depth / 9);
        tone = Math.max(-0.17, Math.min(0.15, lit * 2.1)) - 0.24 * rim;
      } else {
        const wobble = 1 + 0.5 * ((middle(x / columns, y / rows) + fine(x / columns, y / rows)) / 2 - 0.5);
        tone = -0.05 * (broad(x / columns, y / rows) - 0.35);
        for (const [edge, bright] of SHELVES) {
          const inside = (edge * wobble - depth) / (unit * 1.5) + 0.5;
          tone += bright * Math.max(0, Math.min(1, inside));
        }
        if (sort[i] === ICE) tone = Math.max(-0.05, Math.min(0.2, lit)) + 0.02;
        tone += Math.max(-0.02, Math.min(0.02, lit * 0.35));
      }
      out[i * 4] = out[i * 4 + 1] = out[i * 4 + 2] = tone > 0 ? 255 : 0;
      out[i * 4 + 3] = Math.abs(tone) * 255;
    }
  }
  return out;
}
