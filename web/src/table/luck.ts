/** The luck of the dice in words. */

import type { Luck } from '../lib/wire';

/** Hits rolled against hits to expect, such as `31 hits, 28.5 expected (+0.6 deviations)`. */
export function luckText(luck: Luck): string {
  if (!luck.variance)
    return luck.expected ? `${luck.hits} hits, ${luck.expected.toFixed(1)} expected` : 'no dice rolled';
  const off = (luck.hits - luck.expected) / Math.sqrt(luck.variance);
  const sign = off >= 0 ? '+' : '−';
  return `${luck.hits} ${luck.hits === 1 ? 'hit' : 'hits'}, ${luck.expected.toFixed(1)} expected (${sign}${Math.abs(off).toFixed(1)} standard deviations)`;
}
