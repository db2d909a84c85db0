/** Curves through map points, for arrows and moving units. */

import { gap } from './atlas';

export type Point = readonly [x: number, y: number];

/** Consecutive points by the shortest way, across the seam if that is shorter. */
export function unrolled(points: Point[], period: number): Point[] {
  const out: Point[] = [];
  for (const [x, y] of points) {
    const before = out.at(-1);
    out.push(before ? [before[0] + gap(before[0], x, period), y] : [x, y]);
  }
  return out;
}

/** The points without those where the route doubles back, so that it crosses a large sea at its edge. */
export function direct(points: Point[]): Point[] {
  const out: Point[] = [];
  points.forEach((point, i) => {
    const [before, next] = [out.at(-1), points[i + 1]];
    if (before && next) {
      const [a, b] = [point[0] - before[0], point[1] - before[1]];
      const [c, d] = [next[0] - point[0], next[1] - point[1]];
      if (a * c + b * d < -0.5 * Math.hypot(a, b) * Math.hypot(c, d)) return;
    }
    out.push(point);
  });
  return out;
}

/** A smooth path through points (two points: a slight bow), ending `short` before the last one. */
export function curve(points: Point[], short = 0): string {
  if (points.length < 2) return '';
  const all = [...points];
  if (all.length === 2) {
    const [[ax, ay], [bx, by]] = all as [Point, Point];
    const [dx, dy] = [bx - ax, by - ay];
    // bowed towards the top, whatever the direction
    const side = dx >= 0 ? 1 : -1;
    all.splice(1, 0, [(ax + bx) / 2 + side * dy * 0.13, (ay + by) / 2 - side * dx * 0.13]);
  }
  const [ex, ey] = all.at(-1) as Point;
  const [px, py] = all.at(-2) as Point;
  const far = Math.hypot(ex - px, ey - py);
  if (far > short * 1.5) all[all.length - 1] = [ex - ((ex - px) / far) * short, ey - ((ey - py) / far) * short];
  const at = (i: number) => all[Math.max(0, Math.min(all.length - 1, i))] as Point;
  const n = (v: number) => Math.round(v * 10) / 10;
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i + 1 < all.length; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return d;
}
