/** Short messages at the foot of the window, which go by themselves. */

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

export const toasts = $state<Toast[]>([]);
let last = 0;

/** Says a sentence for a few seconds; `bad` if something failed. */
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
