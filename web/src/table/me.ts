/** What this browser stores about its player. */

const NAME = 'sandtable.name';

export function myName(): string {
  return localStorage.getItem(NAME) ?? '';
}

export function rememberName(name: string): void {
  if (name.trim()) localStorage.setItem(NAME, name.trim());
}

const seats = (id: string) => `sandtable.seats.${id}`;

/** The powers played in this browser, so that the list of games can say whose turn it is. */
export function rememberSeats(id: string, powers: string[]): void {
  localStorage.setItem(seats(id), JSON.stringify([...new Set(powers)]));
}

export function seatsOf(id: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(seats(id)) ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export function forgetSeats(id: string): void {
  localStorage.removeItem(seats(id));
}

const invitations = (id: string) => `sandtable.invitations.${id}`;

/** Keep the invitations of a new game for its page, as the server sends their secrets only once. */
export function keepInvitations(id: string, found: unknown[]): void {
  if (found.length) sessionStorage.setItem(invitations(id), JSON.stringify(found));
}
