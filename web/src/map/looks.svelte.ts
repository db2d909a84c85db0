/** Map display settings, stored in this browser. */

const KEY = 'sandtable.map';

interface Looks {
  /** Whether to show a pattern for each power besides its color. */
  patterns: boolean;
}

function stored(): Looks {
  try {
    return { patterns: true, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { patterns: true };
  }
}

export const looks = $state<Looks>(stored());

export function setPatterns(on: boolean): void {
  looks.patterns = on;
  localStorage.setItem(KEY, JSON.stringify(looks));
}
