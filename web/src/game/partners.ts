/** Players of one side: who acts for a partner whose time has run out. */

import type { SeatInfo } from '../lib/wire';
import { named } from '../ui/words';

/** The name of the absent player for whom the user decides in a power, or empty: it is the user's own. */
export function absentee(seats: readonly SeatInfo[], power: string): string {
  const seat = seats.find((s) => s.power === power);
  return seat?.decides && !seat.mine ? seat.name || 'a partner' : '';
}

/** Who acts in a seat whose player is out of time, such as `Bo acts for Anna`. */
export function acting(seat: SeatInfo): string {
  const partners = seat.partners ?? [];
  if (!partners.length) return 'the computer plays';
  if (seat.decides && !seat.mine) return `you act for ${seat.name || 'the player'}`;
  const verb = partners.length > 1 ? 'act' : 'acts';
  return `${named(partners)} ${verb} for ${seat.mine ? 'you' : seat.name || 'the player'}`;
}
