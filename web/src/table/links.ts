/** Links to games: pasted links, and links to a rematch. */

import type { BoardInfo, Invitation, SeatInfo } from '../lib/wire';
import { hashText } from '../rules/choice';

/** The path on this site for a pasted link or game id; null if it is neither. */
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

/** A link to a new game with the rules and seats of another. */
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

/** Invitations as the part of a link after `#`: the one secret of all seats, or each power with its secret. */
export function written(invitations: Invitation[]): string {
  const [first, ...others] = invitations;
  if (first && others.every((i) => i.secret === first.secret)) return first.secret;
  return new URLSearchParams(invitations.map((i) => [i.power, i.secret])).toString();
}

/** The invitations in the part of a link after `#`; the power of a single seat is unknown (empty). */
export function invited(hash: string): Invitation[] {
  const given = hash.replace(/^#/, '');
  if (!given.includes('=')) return given ? [{ power: '', secret: decodeURIComponent(given) }] : [];
  return [...new URLSearchParams(given)].map(([power, secret]) => ({ power, secret })).filter((i) => i.secret);
}
