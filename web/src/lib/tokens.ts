/** Tokens of the games this browser has a seat in, by game id. They leave the browser only in request headers. */

const KEY = 'sandtable.games';

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
  return read()[game]?.token ?? '';
}

export function keep(game: string, token: string, title = ''): void {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: { token, title } }));
}

export function forget(game: string): void {
  const { [game]: _, ...rest } = read();
  localStorage.setItem(KEY, JSON.stringify(rest));
}

/** Ids of the games, latest last. */
export function mine(): string[] {
  return Object.keys(read());
}
