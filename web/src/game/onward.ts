/** From a game to the one that continues it without a rule that failed. */

import { go } from '../lib/route.svelte';
import { keep, tokenOf } from '../lib/tokens';
import type { GameView } from '../lib/wire';
import { rememberSeats } from '../table/me';

/** Open the game that continues this one; it has the same seats and tokens. */
export function onward(view: GameView, next: string): void {
  const token = tokenOf(view.id);
  if (token) {
    keep(next, token, view.title);
    rememberSeats(
      next,
      view.seats.filter((seat) => seat.mine).map((seat) => seat.power),
    );
  }
  go(`/game/${next}`);
}
