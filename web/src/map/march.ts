/** Units on their way, for the eye: shown once along their path. */

import type { Units } from '../lib/wire';

export interface March {
  power: string;
  units: Units[];
  path: string[];
  /** How long it takes, in milliseconds; by the length of the way, if not said. */
  ms?: number;
}
