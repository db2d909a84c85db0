/** A text as a sentence, with a capital letter and a final period. */
export function asSentence(text: string): string {
  const found = text.trim();
  if (!found) return '';
  return `${found.charAt(0).toUpperCase()}${found.slice(1)}${/[.!?…]$/.test(found) ? '' : '.'}`;
}

/** Equal words counted, such as `2 infantry, armor`. */
export function counted(words: string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, n]) => (n > 1 ? `${n} ${word}` : word)).join(', ');
}

/** Names in a sentence, such as `Germany, Italy, and Japan`. */
export function named(names: string[]): string {
  if (names.length < 3) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`;
}
