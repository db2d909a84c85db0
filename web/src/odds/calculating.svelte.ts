/** The odds of a battle or raid, requested shortly after each change. Late responses are dropped. */

import { api } from '../lib/api';
import type { OddsInfo, OddsWish, RaidInfo, RaidWish } from '../lib/wire';

const PAUSE = 130;

export class Calculating {
  found = $state.raw<OddsInfo | null>(null);
  raid = $state.raw<RaidInfo | null>(null);
  error = $state('');
  busy = $state(false);
  #asked = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  ask(wish: OddsWish | RaidWish): void {
    const key = JSON.stringify(wish);
    if (key === this.#asked) return;
    this.#asked = key;
    clearTimeout(this.#timer);
    this.busy = true;
    this.#timer = setTimeout(() => this.#run(wish, key), PAUSE);
  }

  /** Nothing to calculate. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#asked = '';
    this.found = null;
    this.raid = null;
    this.error = '';
    this.busy = false;
  }

  async #run(wish: OddsWish | RaidWish, key: string): Promise<void> {
    try {
      const found = 'where' in wish ? await api.odds(wish) : null;
      const raid = 'where' in wish ? null : await api.raid(wish);
      if (key !== this.#asked) return;
      this.found = found;
      this.raid = raid;
      this.error = '';
    } catch (error) {
      if (key !== this.#asked) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.busy = false;
  }
}
