/**
 * What this browser notes about the dice of a game in which it has a seat: the commitment and its own salt when it takes
 * the seat, the pledges of the others when it reveals the salt, and the dice that it has seen.
 */

import { hashed, type Kept } from './dice';

/** A secret text that is mixed into the dice, and its hash, which the server gets first. */
export interface Own {
  salt: string;
  pledge: string;
}

export interface Notes extends Kept {
  /** The player's own salts, revealed or not. */
  own: Own[];
}

const key = (game: string) => `sandtable.dice.${game}`;

export function notesOf(game: string): Notes | undefined {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function note(game: string, news: Partial<Notes>): Notes {
  const blank: Notes = { commitment: '', chain: 0, salts: [], pledges: {}, frame: 0, digest: '', own: [] };
  const notes = { ...blank, ...notesOf(game), ...news };
  localStorage.setItem(key(game), JSON.stringify(notes));
  return notes;
}

export function forgetNotes(game: string): void {
  localStorage.removeItem(key(game));
}

/** A fresh salt with its pledge. */
export async function freshOwn(): Promise<Own> {
  const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  return { salt, pledge: await hashed(salt) };
}
