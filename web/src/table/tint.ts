/** The color of a power as the map shows it, for both themes. */

import type { PowerInfo } from '../lib/wire';
import { both, colors, type PowerColors } from '../map/palette';

const known = new WeakMap<PowerInfo[], Record<string, PowerColors>>();

export function tintOf(powers: PowerInfo[], name: string): string {
  let found = known.get(powers);
  if (!found) {
    found = colors({ powers });
    known.set(powers, found);
  }
  const own = found[name];
  return own ? both(own, 'fill') : 'var(--line-strong)';
}
