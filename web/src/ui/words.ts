/** A text as a sentence: with a capital at its head and a stop at its end. */
export function asSentence(text: string): string {
  const found = text.trim();
  if (!found) return '';
  return `${found.charAt(0).toUpperCase()}${found.slice(1)}${/[.!?…]$/.test(found) ? '' : '.'}`;
}
