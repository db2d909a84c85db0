/** A cache of layouts, for zooming back out and stepping back in time. */

import type { Position } from '../lib/wire';
import { type Layout, layout, type Measure, type Surroundings } from './layout';

/** By units, owners, and signs, as nothing else in a position matters. */
const made = new WeakMap<object, WeakMap<object, WeakMap<object, Map<string, Layout>>>>();
const NO_SIGNS = {};

function within<K extends object, V>(map: WeakMap<K, V>, key: K, fresh: () => V): V {
  const found = map.get(key) ?? fresh();
  map.set(key, found);
  return found;
}

/** The layout of a position at a scale, computed once; `edition` distinguishes text measurements. */
export function layoutOf(
  around: Surroundings,
  position: Position,
  scale: number,
  measure: Measure,
  edition: number,
): Layout {
  const ofUnits = within(made, position.units, () => new WeakMap<object, WeakMap<object, Map<string, Layout>>>());
  const ofOwners = within(ofUnits, position.owners, () => new WeakMap<object, Map<string, Layout>>());
  const known = within(ofOwners, position.signs ?? NO_SIGNS, () => new Map<string, Layout>());
  const key = `${scale} ${edition} ${around.board.fingerprint}`;
  const found = known.get(key) ?? layout(around, position, scale, measure);
  known.set(key, found);
  return found;
}
