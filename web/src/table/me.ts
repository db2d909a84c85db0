/** What this browser remembers of its player, and his share in the dice. */

const NAME = 'sandtable.name';

export function myName(): string {
  return localStorage.getItem(NAME) ?? '';
}

export function rememberName(name: string): void {
  if (name.trim()) localStorage.setItem(NAME, name.trim());
}

/** A fresh random text: mixed into the dice, so that the server alone cannot have chosen them. */
export function freshSalt(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const invitations = (id: string) => `sandtable.invitations.${id}`;

/** Keeps the invitations of a new game for its page: the server tells their secrets only once. */
export function keepInvitations(id: string, found: unknown[]): void {
  if (found.length) sessionStorage.setItem(invitations(id), JSON.stringify(found));
}
