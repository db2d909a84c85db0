/** The sides of the powers now: house rules can let a power change sides in the game. */

import type { BoardInfo, PowerInfo, SeatInfo } from './wire';

/** A board with the sides that its powers have now by their seats; the same board if none has changed. */
export function sided(board: BoardInfo, seats: readonly SeatInfo[]): BoardInfo {
  const sides = new Map(seats.map((seat) => [seat.power, seat.side]));
  const now = (power: PowerInfo) => sides.get(power.name) || power.side;
  if (board.powers.every((power) => now(power) === power.side)) return board;
  return { ...board, powers: board.powers.map((power) => ({ ...power, side: now(power) })) };
}
