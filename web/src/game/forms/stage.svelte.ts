/** What the forms on screen share: a question may be answered in the panel at the side or on the battle board, and the
 * units picked in one place are picked in the other. */

import type { Pointing } from '../pointing.svelte';

class Stage {
  /** Is a battle board on screen that puts the questions of its battle itself? */
  board = $state(false);
  /** Where the forms point on the map. */
  pointing = $state.raw<Pointing | null>(null);
  /** The counts picked so far, and the decision they are for. */
  picked = $state.raw<{ decision: number; counts: number[] }>({ decision: -1, counts: [] });

  /** The counts picked for a decision; zeros if none are. */
  counts(decision: number, rows: number): number[] {
    const { decision: of, counts } = this.picked;
    return of === decision && counts.length === rows ? counts : Array<number>(rows).fill(0);
  }

  pick(decision: number, counts: number[]): void {
    this.picked = { decision, counts };
  }
}

export const stage = new Stage();

/** Is this key press for the form on screen, and not for a field, a button or a dialog elsewhere? */
export function keyForForm(event: KeyboardEvent, form?: HTMLElement | null): boolean {
  if (form && form.offsetParent === null) return false; // it is put away
  if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target;
  if (!(target instanceof Element)) return true;
  if (document.querySelector('dialog[open], #panel-play[hidden]')) return false; // the form is not in sight
  const inside = !!form?.contains(target);
  if (event.key === 'Enter') {
    if (target.closest('button, a, select, textarea, summary, [role="button"], [role="tab"], svg')) return false;
    return inside || !target.closest('input, [contenteditable]');
  }
  if (target.closest('textarea, select, [contenteditable]')) return false;
  return !target.closest('input') || inside;
}
