/** Let the adviser answer for a while: the rest of a move phase, or a whole battle. */

import { api } from '../../lib/api';
import type { LiveGame } from '../../lib/live.svelte';
import type { Question } from '../../lib/wire';

const LOOK = 200; // milliseconds between looks while others decide

class Autopilot {
  /** What it is playing, in words; empty if idle. */
  at = $state('');
  trouble = $state('');

  stop(): void {
    this.at = '';
  }

  /** Play the moves of this decision until another kind of decision is open. */
  moves(live: LiveGame, asked: Question): Promise<void> {
    const { kind, power, prompt } = asked;
    return this.run(live, 'your moves', (now) => now?.kind === kind && now.power === power && now.prompt === prompt);
  }

  /** Answer all decisions in the battle for a space until it ends. */
  battle(live: LiveGame, space: string): Promise<void> {
    return this.run(live, `the battle for ${space}`, () => live.view.battle?.space === space);
  }

  private async run(live: LiveGame, at: string, goes: (now: Question | undefined) => boolean): Promise<void> {
    this.at = at;
    this.trouble = '';
    try {
      while (this.at === at) {
        const now = live.view.questions[0];
        if (!goes(now)) break;
        if (!now) {
          await new Promise((done) => setTimeout(done, LOOK)); // others decide
          continue;
        }
        const advice = await api.advice(live.id, now.id);
        if (this.at !== at) break;
        if (live.view.questions[0]?.id !== now.id) continue;
        if (!(await live.answer(advice.text, now.id))) break;
      }
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    } finally {
      if (this.at === at) this.at = '';
    }
  }
}

export const autopilot = new Autopilot();
