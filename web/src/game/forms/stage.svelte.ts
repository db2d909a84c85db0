/** State shared by the forms on screen: the side panel and the battle board can answer the same decision, and share its
 * selected units. */

import type { Pointing } from '../pointing.svelte';

class Stage {
  /** Whether a battle board on screen shows the decisions of its battle itself. */
  board = $state(false);
  /** What the forms highlight on the map. */
  pointing = $state.raw<Pointing | null>(null);
  /** The selected counts and their decision. */
  picked = $state.raw<{ decision: number; counts: number[] }>({ decision: -1, counts: [] });

  /** The selected counts for a decision, or zeros. */
  counts(decision: number, rows: number): number[] {
    const { decision: of, counts } = this.picked;
    return of === decision && counts.length === rows ? counts : Array<number>(rows).fill(0);
  }

  pick(decision: number, counts: number[]): void {
    this.picked = { decision, counts };
  }
}

export const stage = new Stage();

/** Whether a key press is for the form on screen, not for a field, button, or dialog elsewhere. */
export function keyForForm(event: KeyboardEvent, form?: HTMLElement | null): boolean {
  if (form && form.offsetParent === null) return false; // it is hidden
  if (event.repeat && event.key === 'Enter') return false; // a held key must not answer the next decision too
  if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target;
  if (!(target instanceof Element)) return true;
  if (document.querySelector('dialog[open], #panel-play[hidden]')) return false; // the form is not visible
  const inside = !!form?.contains(target);
  if (event.key === 'Enter') {
    if (target.closest('button, a, select, textarea, summary, [role="button"], [role="tab"], svg')) return false;
    return inside || !target.closest('input, [contenteditable]');
  }
  if (target.closest('textarea, select, [contenteditable]')) return false;
  return !target.closest('input') || inside;
}
