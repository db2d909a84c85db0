/** From a game to the one that continues it without a rule that failed. */

import { go } from '../lib/route.svelte';
import { inherit } from '../lib/tokens';
import type { GameView } from '../lib/wire';
import { rememberSeats } from '../table/me';

/** Open the game that continues this one; it has the same seats and tokens. */
export function onward(view: GameView, next: string): void {
  if (inherit(next, view.id, view.title)) {
    rememberSeats(
      next,
      view.seats.filter((seat) => seat.mine).map((seat) => seat.power),
    );
  }
  go(`/game/${next}`);
}
