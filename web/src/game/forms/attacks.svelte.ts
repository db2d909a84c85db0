/** The odds of the attacks that stand on the board now, asked anew when something there has changed. */

import { api } from '../../lib/api';
import type { LiveGame } from '../../lib/live.svelte';
import type { OddsBrief } from '../../lib/wire';
import { pendingAttacks } from './moving';

export interface Attack {
  space: string;
  odds: OddsBrief | null;
}

export class Attacks {
  private found = $state.raw<Record<string, OddsBrief | null>>({});
  private keys = new Map<string, string>();
  private running = false;

  constructor(
    private readonly live: LiveGame,
    private readonly power: () => string,
  ) {}

  private get spaces(): string[] {
    const { view, position } = this.live;
    return view && position ? pendingAttacks(view.board, position, this.power()) : [];
  }

  get list(): Attack[] {
    return this.spaces.map((space) => ({ space, odds: this.found[space] ?? null }));
  }

  private key(space: string): string {
    const { position } = this.live;
    const landing = Object.entries(position.units).filter(([, units]) =>
      units.some((u) => u.marks?.some((m) => m === `landing=${space}`)),
    );
    return JSON.stringify([position.units[space] ?? [], landing]);
  }

  /** To be called whenever the position has changed. */
  async refresh(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (;;) {
        const space = this.spaces.find((s) => this.keys.get(s) !== this.key(s));
        if (!space) return;
        this.keys.set(space, this.key(space));
        try {
          const odds = await api.standing(this.live.id, space);
          this.found = { ...this.found, [space]: odds };
        } catch {
          this.found = { ...this.found, [space]: null };
        }
      }
    } finally {
      this.running = false;
    }
  }
}
