/** Short messages at the bottom of the window that disappear by themselves. */

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

export const toasts = $state<Toast[]>([]);
let last = 0;

/** Show a sentence for a few seconds; `bad` for failures. */
export function tell(text: string, bad = false): void {
  last += 1;
  const id = last;
  toasts.push({ id, text, bad });
  setTimeout(() => drop(id), bad ? 8000 : 3500);
}

export function drop(id: number): void {
  const at = toasts.findIndex((t) => t.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
