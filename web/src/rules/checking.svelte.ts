/** Checks a choice of rules on the server shortly after each change. Late responses are dropped. */

import { api } from '../lib/api';
import type { BoardInfo, Checked } from '../lib/wire';
import { type Choice, toWire } from './choice';

const PAUSE = 220;

/** The board without house rules, used for its names if the first choice cannot be played. */
async function bare({ edition, scenario }: Choice): Promise<BoardInfo | null> {
  try {
    return (await api.check({ edition, scenario })).board;
  } catch {
    return null;
  }
}

export class Checking {
  found = $state.raw<Checked | null>(null);
  error = $state('');
  busy = $state(false);
  /** The latest board; conflicting rules have none. */
  board = $state.raw<BoardInfo | null>(null);
  #asked = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: Choice | null = null;

  ask(choice: Choice): void {
    const key = JSON.stringify(toWire(choice));
    if (key === this.#asked) return;
    const first = !this.#asked;
    if (this.board && this.board.edition !== choice.edition) this.board = null;
    this.#asked = key;
    this.#again = choice;
    this.busy = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(choice, key), first ? 0 : PAUSE);
  }

  retry(): void {
    if (!this.#again) return;
    this.#asked = '';
    this.ask(this.#again);
  }

  async #run(choice: Choice, key: string): Promise<void> {
    try {
      const found = await api.check(toWire(choice));
      if (key !== this.#asked) return;
      this.found = found;
      this.error = '';
      this.board = found.board ?? this.board ?? (await bare(choice));
    } catch (error) {
      if (key !== this.#asked) return;
      this.found = null;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.busy = false;
  }
}
