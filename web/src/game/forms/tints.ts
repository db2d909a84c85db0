/** The color of each power's unit symbols, computed once per board. */

import type { BoardInfo } from '../../lib/wire';
import { colors } from '../../map/palette';

const known = new WeakMap<object, Record<string, string>>();

export function tint(board: BoardInfo, power: string): string {
  let found = known.get(board.powers);
  if (!found) {
    found = {};
    for (const [name, c] of Object.entries(colors(board))) {
      // on dark panels the symbols must be lighter than land on the map
      found[name] = `light-dark(${c.light.fill}, color-mix(in oklab, ${c.dark.fill} 58%, #fff6e4))`;
    }
    known.set(board.powers, found);
  }
  return found[power] ?? 'var(--ink-soft)';
}
