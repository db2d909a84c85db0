/** Light or dark theme: the system's unless the user has chosen. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'sandtable.theme';

function stored(): Theme {
  const found = localStorage.getItem(KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}

export const theme = $state({ wish: stored() });

export function wear(wish: Theme): void {
  theme.wish = wish;
  if (wish === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wish);
  show();
}

function show(): void {
  if (theme.wish === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.wish;
}

show();
