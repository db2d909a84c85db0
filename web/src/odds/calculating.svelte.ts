/** The odds of a battle, requested shortly after each change. Late responses are dropped. */

import { api } from '../lib/api';
import type { OddsInfo, OddsWish } from '../lib/wire';

const PAUSE = 130;

export class Calculating {
  found = $state.raw<OddsInfo | null>(null);
  error = $state('');
  busy = $state(false);
  #asked = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  ask(wish: OddsWish): void {
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
    this.error = '';
    this.busy = false;
  }

  async #run(wish: OddsWish, key: string): Promise<void> {
    try {
      const found = await api.odds(wish);
      if (key !== this.#asked) return;
      this.found = found;
      this.error = '';
    } catch (error) {
      if (key !== this.#asked) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.busy = false;
  }
}
