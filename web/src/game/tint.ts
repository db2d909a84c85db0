/** The colors of the powers of a board, computed once. */

import type { BoardInfo } from '../lib/wire';
import { both, colors, type PowerColors } from '../map/palette';

const known = new WeakMap<BoardInfo, Record<string, PowerColors>>();

export function palette(board: BoardInfo): Record<string, PowerColors> {
  let found = known.get(board);
  if (!found) {
    found = colors(board);
    known.set(board, found);
  }
  return found;
}

/** The fill color of a power as CSS for both themes; gray for unknown names. */
export function tint(board: BoardInfo, power: string): string {
  const found = palette(board)[power];
  return found ? both(found, 'fill') : 'var(--line-strong)';
}
