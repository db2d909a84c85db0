/** The person who is signed in on this device, by a mailed link; guests play without. */

import { api, Refused } from './api';
import { stopPush } from './push';
import { forget, keep, seated, tokens } from './tokens';
import type { Entered, MyGame, PersonInfo } from './wire';

const KEY = 'sandtable.person';

/** The token of the session, or an empty text. It leaves the browser only in request headers. */
export function session(): string {
  return localStorage.getItem(KEY) ?? '';
}

export const person = $state<{ info: PersonInfo | null; mail: boolean }>({ info: null, mail: false });

/** Learn whether people can sign in on this server, and who is signed in here. */
export async function recall(): Promise<void> {
  person.mail = (await api.signing()).mail;
  if (!session()) return;
  try {
    person.info = await api.me();
  } catch (error) {
    if (!ended(error)) throw error;
  }
}

/** Sign in with the secret of a mailed link. */
export async function enter(secret: string): Promise<void> {
  entered(await api.enter(secret));
}

/** Keep the session that has begun. */
export function entered(session: Entered): void {
  localStorage.setItem(KEY, session.token);
  person.info = session.person;
}

/** Sign out on this device, which then has none of the person's games any more. */
export async function leave(): Promise<void> {
  try {
    const games = await api.myGames();
    await stopPush().catch(() => {}); // the server ends its side with the session
    await api.leave();
    for (const { row } of games) forget(row.id);
  } catch (error) {
    if (!ended(error)) throw error;
  }
  signedOut();
}

export async function forgetMe(): Promise<void> {
  await api.forgetMe();
  signedOut();
}

function signedOut(): void {
  localStorage.removeItem(KEY);
  person.info = null;
}

/** Whether an error means that the session has ended; then the device is signed out. */
export function ended(error: unknown): boolean {
  if (!(error instanceof Refused) || error.status !== 401) return false;
  signedOut();
  return true;
}

/** The person's games, with those of this device added. */
export function myGames(): Promise<MyGame[]> {
  const held = Object.entries(tokens()).map(([id, { token }]) => ({ id, token }));
  return held.length ? api.claim(held.slice(-100)) : api.myGames();
}

/** Get a token for the person's seats in a game, if this device has none. Resolves to the powers, if any. */
export async function sitDown(id: string, title = ''): Promise<string[]> {
  if (!session() || seated(id)) return [];
  try {
    const { token, powers } = await api.seatHere(id);
    keep(id, token, title);
    return powers;
  } catch (error) {
    ended(error); // a game of others is only watched
    return [];
  }
}
