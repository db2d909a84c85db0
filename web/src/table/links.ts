/** Links to games: as people paste them, and to a new one like one there was. */

import type { BoardInfo, SeatInfo } from '../lib/wire';
import { hashText } from '../rules/choice';

/** The path of this site that a pasted link, or a game's id, means; null if it means none. */
export function pathOf(text: string, origin: string): string | null {
  const given = text.trim();
  if (!given) return null;
  if (/^[\w-]{4,64}$/.test(given)) return `/game/${given}`;
  let url: URL;
  try {
    url = new URL(given, origin);
  } catch {
    return null;
  }
  const found = /^\/(game|join)\/([\w-]+)\/?$/.exec(url.pathname);
  return found ? `/${found[1]}/${found[2]}${url.hash}` : null;
}

/** The way to a new game with the rules and the seats of another. */
export function another(board: BoardInfo, seats: SeatInfo[]): string {
  const hash = new URLSearchParams({ edition: board.edition });
  if (board.scenario) hash.set('scenario', board.scenario);
  if (board.rules.length) hash.set('rules', board.rules.map((rule) => rule.id).join(','));
  for (const rule of board.rules)
    for (const [name, value] of Object.entries(rule.options)) hash.set(`${rule.id}.${name}`, JSON.stringify(value));
  const of = (found: SeatInfo[]) => found.map((seat) => seat.power).join(',');
  hash.set('me', of(seats.filter((seat) => seat.mine)));
  hash.set('friends', of(seats.filter((seat) => !seat.mine && seat.kind !== 'computer')));
  return `/new#${hashText(hash)}`;
}
