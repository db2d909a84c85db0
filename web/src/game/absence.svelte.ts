/** What happened between a player's last turn and this visit. */

import type { LiveGame } from '../lib/live.svelte';
import type { Turn } from './history';

const FEW = 4; // steps that need no recap

export class Absence {
  /** The last frame of the player's last turn before this visit; 0 if nothing was missed. */
  since = $state(0);
  private visit = -1; // the newest frame when the visit began

  constructor(private readonly live: LiveGame) {}

  /** Find out what was missed on the first call, and on later calls whether the player has acted since. */
  look(turns: Turn[]): void {
    const { live } = this;
    if (this.visit < 0) {
      this.visit = live.newest;
      const last = turns.findLast((t) => live.powers.includes(t.power) && this.played(t.n, t.last))?.last ?? 0;
      if (last && live.newest - last > FEW && live.view.status !== 'over') this.since = last;
    } else if (this.since && this.played(this.visit, live.newest)) this.since = 0;
  }

  dismiss(): void {
    this.since = 0;
  }

  /** Replay the missed events. */
  recap(): void {
    const from = this.since;
    this.since = 0;
    this.live.look(from);
    this.live.play();
  }

  private played(from: number, to: number): boolean {
    const mine = this.live.powers;
    return this.live.frames.slice(from, to).some((f) => f.kind === 'answer' && mine.includes(f.power));
  }
}
