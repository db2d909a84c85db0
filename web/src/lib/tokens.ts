/** The games this browser has a seat in: id -> token. They never leave it but in the header of a request. */

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

/** Ids of the games, the newest last. */
export function mine(): string[] {
  return Object.keys(read());
}
