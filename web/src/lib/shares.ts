/** The player's share in the dice: pledged when taking a seat, revealed when all seats are taken. */

import { api } from './api';
import { freshOwn, note, notesOf } from './notes';
import { keep } from './tokens';
import type { Created, GameView, Joined, NewGame, SavedGame } from './wire';

/** Create a game with a pledge, or continue a saved one. A game without open seats begins at once. */
export async function createGame(wish: NewGame | SavedGame, title: string): Promise<Created> {
  const own = await freshOwn();
  const pledged = { ...wish, pledge: own.pledge };
  const made = await ('save' in pledged ? api.goOn(pledged) : api.create(pledged));
  keep(made.id, made.token, title);
  if (!wish.seats.some((seat) => seat.kind === 'human')) return made;
  note(made.id, { commitment: made.commitment, chain: made.chain, own: [own] });
  if (!made.invitations.length) {
    try {
      await api.reveal(made.id, [own.salt]);
      note(made.id, { salts: [own.salt] });
    } catch {
      // the page of the game tries again
    }
  }
  return made;
}

/** Take the open seats of an invitation, with a pledge unless the player already has one. */
export function joinGame(view: GameView, secret: string, name: string): Promise<Joined> {
  return withPledge(view, (pledge) => api.join(view.id, { secret, name, ...pledge }));
}

/** Take open seats of a public game, with a pledge unless the player already has one. */
export function takeSeats(view: GameView, powers: string[], name: string): Promise<Joined> {
  return withPledge(view, (pledge) => api.take(view.id, { powers, name, ...pledge }));
}

async function withPledge(view: GameView, take: (pledge: { pledge?: string }) => Promise<Joined>): Promise<Joined> {
  const notes = notesOf(view.id);
  const own = view.status === 'waiting' && !notes?.own.length ? await freshOwn() : undefined;
  if (own) note(view.id, { commitment: view.commitment, chain: view.chain, own: [own] });
  try {
    return await take(own ? { pledge: own.pledge } : {});
  } catch (error) {
    if (own) note(view.id, { own: [] });
    throw error;
  }
}

/**
 * Reveal the player's salts, if all seats are taken and all pledges are in. The pledges of the others are noted first, so
 * that none of them can be replaced later. Returns why it must not be revealed, or an empty text.
 */
export async function revealShares(view: GameView): Promise<string> {
  const notes = notesOf(view.id);
  const shares = view.shares ?? [];
  if (view.status !== 'waiting' || view.seats.some((seat) => seat.kind === 'open') || !notes) return '';
  const mine = new Set(view.seats.filter((seat) => seat.mine).map((seat) => seat.power));
  const own = notes.own.filter((o) => shares.some((s) => mine.has(s.power) && s.pledge === o.pledge && !s.given));
  if (!own.length) return '';
  if (notes.commitment !== view.commitment) return 'the commitment has changed since you took your seat';
  const pledges = Object.fromEntries(shares.map((share) => [share.power, share.pledge]));
  for (const [power, pledge] of Object.entries(notes.pledges))
    if (power in pledges && pledges[power] !== pledge) return `the pledge of ${power} has changed since it was made`;
  note(view.id, { pledges: Object.keys(notes.pledges).length ? notes.pledges : pledges });
  const salts = own.map((o) => o.salt);
  await api.reveal(view.id, salts);
  note(view.id, { salts: [...new Set([...notes.salts, ...salts])] });
  return '';
}
