/** Moving units, animated once along their path. */

import type { Units } from '../lib/wire';

export interface March {
  power: string;
  units: Units[];
  path: string[];
  /** Duration in milliseconds. Default: depends on the length of the route. */
  ms?: number;
}
