/** Tokens of the games this browser has a seat in or watches, by game id. They leave the browser only in request
 * headers. */

const KEY = 'sandtable.games';
const WATCHED = 'sandtable.watched';

interface Kept {
  token: string;
  title: string;
}

function read(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** All tokens by game id, latest last. */
export const tokens = read;

export function tokenOf(game: string): string {
  return read()[game]?.token ?? watched()[game] ?? '';
}

/** Whether this browser has a seat in a game. */
export const seated = (game: string) => game in read();

function watched(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(WATCHED) ?? '{}');
  } catch {
    return {};
  }
}

/** Keep the secret of an invitation, with which a spectator sees a game. */
export function watch(game: string, secret: string): void {
  localStorage.setItem(WATCHED, JSON.stringify({ ...watched(), [game]: secret }));
}

/** The secret in a link to watch a game (after the `#`, so that it is never sent in an address), or an empty text. */
export function watchSecret(hash: string): string {
  return /^#watch=([\w-]+)$/.exec(hash)?.[1] ?? '';
}

export function keep(game: string, token: string, title = ''): void {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: { token, title } }));
}

/** Use in a game what this browser has of the game before it; return whether that is a seat. */
export function inherit(game: string, before: string, title: string): boolean {
  const secret = watched()[before];
  if (secret) watch(game, secret);
  const seat = read()[before];
  if (seat) keep(game, seat.token, title);
  return !!seat;
}

export function forget(game: string): void {
  const { [game]: _, ...rest } = read();
  localStorage.setItem(KEY, JSON.stringify(rest));
  const { [game]: __, ...others } = watched();
  localStorage.setItem(WATCHED, JSON.stringify(others));
}

/** Ids of the games, latest last. */
export function mine(): string[] {
  return Object.keys(read());
}
