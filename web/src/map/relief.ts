/** The relief of the sand table: shallow water along the coasts and shading on land, as one black-and-white image with
 * transparency that overlays land and sea of any color.
 */

/** The kinds of cells. */
export const WATER = 0;
export const LAND = 1;
export const ICE = 2;

/** Repeatable pseudo-random numbers between 0 and 1. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Gradient noise whose left and right edges join: about -0.7 to 0.7, for u and v from 0 to 1. */
function noise(columns: number, rows: number, seed: number): (u: number, v: number) => number {
  const next = chance(seed);
  const gx = new Float32Array(columns * (rows + 2));
  const gy = new Float32Array(gx.length);
  for (let i = 0; i < gx.length; i++) {
    const angle = next() * 2 * Math.PI;
    gx[i] = Math.cos(angle);
    gy[i] = Math.sin(angle);
  }
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  return (u, v) => {
    const x = u * columns;
    const y = v * rows;
    const c = Math.floor(x);
    const r = Math.floor(y);
    const fx = x - c;
    const fy = y - r;
    const a = r * columns + (c % columns);
    const b = r * columns + ((c + 1) % columns);
    const d = a + columns;
    const e = b + columns;
    const top = (gx[a] as number) * fx + (gy[a] as number) * fy;
    const right = (gx[b] as number) * (fx - 1) + (gy[b] as number) * fy;
    const below = (gx[d] as number) * fx + (gy[d] as number) * (fy - 1);
    const far = (gx[e] as number) * (fx - 1) + (gy[e] as number) * (fy - 1);
    const sx = ease(fx);
    const north = top + (right - top) * sx;
    const south = below + (far - below) * sx;
    return north + (south - north) * ease(fy);
  };
}

/** Exact distance of every cell to the nearest cell of the other kind, in cells (Felzenszwalb and Huttenlocher); the
 * left and right edges may join. */
function exact(wet: Uint8Array, columns: number, rows: number, wraps: boolean): Float32Array {
  const margin = wraps ? 48 : 0; // nothing farther from the seam than this matters across it
  const across = columns + 2 * margin;
  const far = 1e9;
  const out = new Float32Array(columns * rows);
  for (const sort of [0, 1]) {
    const field = new Float32Array(across * rows);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < across; x++) {
        field[y * across + x] = wet[y * columns + ((x - margin + columns) % columns)] === sort ? far : 0;
      }
    }
    const longest = Math.max(across, rows);
    const line = new Float32Array(longest);
    const where = new Int32Array(longest);
    const bound = new Float32Array(longest + 1);
    const sweep = (start: number, step: number, count: number) => {
      for (let i = 0; i < count; i++) line[i] = field[start + i * step] as number;
      let k = 0;
      where[0] = 0;
      bound[0] = -far;
      bound[1] = far;
      const meet = (p: number, q: number) =>
        ((line[q] as number) + q * q - (line[p] as number) - p * p) / (2 * q - 2 * p);
      for (let q = 1; q < count; q++) {
        let s = meet(where[k] as number, q);
        while (s <= (bound[k] as number)) {
          k--;
          s = meet(where[k] as number, q);
        }
        k++;
        where[k] = q;
        bound[k] = s;
        bound[k + 1] = far;
      }
      k = 0;
      for (let q = 0; q < count; q++) {
        while ((bound[k + 1] as number) < q) k++;
        const p = where[k] as number;
        field[start + q * step] = (q - p) ** 2 + (line[p] as number);
      }
    };
    for (let x = 0; x < across; x++) sweep(x, across, rows);
    for (let y = 0; y < rows; y++) sweep(y * across, 1, across);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        if (wet[y * columns + x] === sort) out[y * columns + x] = Math.sqrt(field[y * across + x + margin] as number);
      }
    }
  }
  return out;
}

/** Distances from the coast (in map units) at which the water changes tone, and the brightness of each shelf. */
const SHELVES: readonly (readonly [number, number])[] = [
  [10, 0.2],
  [26, 0.1],
  [50, 0.075],
  [84, 0.055],
];

/** Paint the relief into RGBA bytes. `sort` gives the kind of each cell; `unit` is the side of a cell in map units;
 * `wraps` says whether the left and right edges join. */
export function relief(
  sort: Uint8Array,
  columns: number,
  rows: number,
  unit: number,
  wraps: boolean,
): Uint8ClampedArray {
  const wet = sort.map((s) => (s === LAND ? 1 : 0));
  const far = exact(wet, columns, rows, wraps);
  const swell = noise(24, 12, 7);
  const dunes = [noise(70, 34, 11), noise(150, 73, 5), noise(310, 150, 23), noise(640, 311, 3)];
  const grain = chance(99);
  const height = new Float32Array(columns * rows);
  const coarse = new Float32Array(columns * rows);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      const u = x / columns;
      const v = y / rows;
      const [a = 0, b = 0, c = 0, d = 0] = dunes.map((dune) => dune(u, v));
      coarse[i] = a;
      height[i] = a * 1.7 + b * 0.95 + c * 0.5 + d * 0.24;
    }
  }
  const out = new Uint8ClampedArray(columns * rows * 4);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      const depth = ((far[i] as number) - 0.5) * unit;
      // light from the north-west
      const west = x ? i - 1 : wraps ? i + columns - 1 : i;
      const north = y ? i - columns : i;
      const lit = (height[i] as number) * 2 - (height[west] as number) - (height[north] as number);
      const speck = (grain() - 0.5) * 0.045;
      let tone: number; // below 0 black, above 0 white, at most 1 either way
      if (sort[i] === LAND) {
        const rim = Math.exp(-depth / 8);
        tone = Math.max(-0.09, Math.min(0.08, lit * 0.58)) - 0.2 * rim + speck;
      } else {
        tone = -0.06 * swell(x / columns, y / rows) - 0.015;
        const wobble = 1 + 0.9 * (coarse[i] as number);
        for (const [edge, bright] of SHELVES) {
          const inside = (edge * wobble - depth) / (unit * 1.4) + 0.5;
          tone += bright * Math.max(0, Math.min(1, inside));
        }
        if (sort[i] === ICE) tone = Math.max(-0.05, Math.min(0.12, lit)) + 0.02;
        tone += Math.max(-0.02, Math.min(0.02, lit * 0.2)) + speck * 0.4;
      }
      out[i * 4] = out[i * 4 + 1] = out[i * 4 + 2] = tone > 0 ? 255 : 0;
      out[i * 4 + 3] = Math.abs(tone) * 255;
    }
  }
  return out;
}
