/** Client-side routing by path, without reloading the page. */

export const place = $state({ path: location.pathname, hash: location.hash });

function arrive(): void {
  place.path = location.pathname;
  place.hash = location.hash;
}

addEventListener('popstate', arrive);

/** Go to a path of this site. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  arrive();
  scrollTo(0, 0);
}

/** Follow links within this site without reloading, for the whole document. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.hasAttribute('download')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
