/** A saved game on its way from the page of a game to the page that plays it on. */

let text = '';

export function offer(saved: string): void {
  text = saved;
}

/** The saved game that was offered, once. */
export function taken(): string {
  const found = text;
  text = '';
  return found;
}

/** Offer a text to the user as a file. */
export function download(saved: string, name: string): void {
  const url = URL.createObjectURL(new Blob([saved], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
