/** Tells the server how far the person who is signed in has seen a game, so that the list of games has the rest as news. */

import { api } from './api';
import { session } from './person.svelte';

/** Milliseconds that the person looks before it counts. */
const LOOKED = 2000;

export class Looking {
  private told = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly tell = (revision: number) => api.saw(this.game, revision),
    private readonly known = () => session() !== '',
  ) {}

  /** The page shows frame `revision`, and the person may be looking at it. */
  at(revision: number, visible: boolean): void {
    clearTimeout(this.timer);
    if (!visible || revision <= this.told || !this.known()) return;
    this.timer = setTimeout(() => {
      this.told = revision;
      this.tell(revision).catch(() => {}); // a game that is only watched, or the next frame tells again
    }, LOOKED);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
