/** Players of one side: who they are, and who acts for a partner whose time has run out. */

import type { BoardInfo, Message, SeatInfo } from '../lib/wire';
import { named } from '../ui/words';

/** The sides of some powers, as texts call them. */
function sidesOf(board: BoardInfo, powers: readonly string[]): string[] {
  const sides = board.powers.filter((p) => powers.includes(p.name)).map((p) => p.side);
  return [...new Set(sides)].map((side) => board.words[side] ?? side);
}

/** The side to which the user can write without the others, or empty: no other person plays on it. */
export function team(board: BoardInfo, seats: readonly SeatInfo[], own: readonly string[]): string {
  const [mine = ''] = sidesOf(board, own.slice(0, 1));
  const partner = seats.some((s) => s.kind === 'human' && !s.mine && sidesOf(board, [s.power])[0] === mine);
  return partner ? mine : '';
}

/** For whom a line of the chat is: `only Allies`, or its powers if one has changed sides since; empty: for all. */
export function audience(board: BoardInfo, line: Message): string {
  const readers = line.readers ?? [];
  const sides = sidesOf(board, readers);
  return readers.length ? `only ${named(sides.length > 1 ? readers : sides)}` : '';
}

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
