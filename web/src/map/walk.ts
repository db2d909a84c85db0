/** Move between spaces by arrow keys. */

import { gap, type Sheet } from './atlas';

/** Directions of the arrow keys: across and down. */
export const ARROWS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest of some spaces in a direction from one of them, preferring adjacent spaces. */
export function beside(
  sheet: Sheet,
  names: string[],
  space: string,
  [dx, dy]: readonly [across: number, down: number],
): string | undefined {
  const [x, y] = sheet.disc(space);
  let best: string | undefined;
  let least = Infinity;
  for (const other of names) {
    if (other === space) continue;
    const [u, v] = sheet.disc(other);
    const east = gap(x, u, sheet.period);
    const along = east * dx + (v - y) * dy;
    const across = Math.abs(east * dy) + Math.abs((v - y) * dx);
    if (along <= 0 || across > along * 1.6) continue;
    const far = (along + 1.5 * across) * (sheet.touching.get(space)?.has(other) ? 0.55 : 1);
    if (far < least) {
      least = far;
      best = other;
    }
  }
  return best;
}
