/** Places of signs and short texts, such as "87%", at a space: at its units, where they hide least. */

import type { Point } from './curve';
import type { Layout } from './layout';

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sides of the units, in order of preference. The sign of the space is at their upper right. */
const SIDES: Point[] = [
  [0, 1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [1, 1],
  [-1, -1],
  [0, -1],
];

/** Corners of the units, in order of preference. */
const CORNERS: Point[] = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/** The area shared by two rectangles, given by their centers. */
function common(a: Rect, b: Rect): number {
  const across = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const down = (a.height + b.height) / 2 - Math.abs(a.y - b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The rectangle (in map units) that hides least of units and names; the first of equals. */
function freest(layout: Layout, places: Rect[]): Point {
  const px = 1 / layout.scale;
  const boxes = [...layout.stacks.values(), ...layout.labels.values()].map(({ x, y, width, height }) => ({
    x,
    y,
    width: width * px,
    height: height * px,
  }));
  let best: Point = [0, 0];
  let least = Infinity;
  for (const place of places) {
    const hidden = boxes.reduce((sum, box) => sum + common(place, box), 0);
    if (hidden > least - 1e-6) continue;
    least = hidden;
    best = [place.x, place.y];
  }
  return best;
}

/** The center of a text of a size (in map units) at a space with its units or label point at `anchor`. */
export function noteAt(layout: Layout, space: string, anchor: Point, width: number, height: number): Point {
  const px = 1 / layout.scale;
  const stack = layout.stacks.get(space);
  const [w, h] = [((stack?.width ?? 0) * px + width) / 2, ((stack?.height ?? 0) * px + height) / 2 + px];
  return freest(
    layout,
    SIDES.map(([dx, dy]) => ({ x: anchor[0] + dx * w, y: anchor[1] + dy * h, width, height })),
  );
}

/** The center of a sign of a size at a space: on a corner of the units or beside the name; null if neither is there. */
export function signAt(layout: Layout, space: string, size: number): Point | null {
  const px = 1 / layout.scale;
  const [stack, label] = [layout.stacks.get(space), layout.labels.get(space)];
  if (!stack) return label ? [label.x + (label.width / 2 + 6) * px, label.y - (label.height / 2) * px] : null;
  const [w, h] = [(stack.width / 2) * px, (stack.height / 2) * px];
  return freest(
    layout,
    CORNERS.map(([dx, dy]) => ({ x: stack.x + dx * w, y: stack.y + dy * h, width: size, height: size })),
  );
}
