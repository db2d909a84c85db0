/** Links to games, as people paste them. */

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
