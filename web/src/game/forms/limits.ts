/** How much can be added to an answer of the form `allocate`, as in `Allocate.room` on the server. */

import type { AllocateForm, AllocateLimit } from '../../lib/wire';

export function used(limit: AllocateLimit, counts: number[]): number {
  return limit.weights.reduce((sum, weight, i) => sum + weight * (counts[i] ?? 0), 0);
}

/** How many more of key `i` can be added to a legal answer. */
export function room(form: AllocateForm, counts: number[], i: number): number {
  let left = (form.keys[i]?.most ?? 0) - (counts[i] ?? 0);
  for (const limit of form.limits) {
    const weight = limit.weights[i] ?? 0;
    if (weight > 0) left = Math.min(left, Math.floor((limit.most - used(limit, counts)) / weight));
  }
  return Math.max(left, 0);
}

/** Whether a limit only says how many units of one type there are, which the form shows at the type itself. */
export function counted(form: AllocateForm, limit: AllocateLimit, bought: Record<string, number>): boolean {
  return Object.entries(bought).some(
    ([type, n]) =>
      limit.most === n && form.keys.every(({ key }, i) => (limit.weights[i] ?? 0) === (key[0] === type ? 1 : 0)),
  );
}

/** The limits that prevent key `i` from being raised. */
export function stops(form: AllocateForm, counts: number[], i: number): AllocateLimit[] {
  return form.limits.filter((limit) => {
    const weight = limit.weights[i] ?? 0;
    return weight > 0 && limit.most - used(limit, counts) < weight;
  });
}

/** Why the counts are not a legal answer; empty if they are. Lowering a count can break limits with negative weights,
 * such as a ship without its cargo. */
export function broken(form: AllocateForm, counts: number[]): string {
  const limit = form.limits.find((x) => used(x, counts) > x.most);
  return limit?.text ?? '';
}

/** The counts with key `i` set to `n`, or as near to it as possible. */
export function withCount(form: AllocateForm, counts: number[], i: number, n: number): number[] {
  const next = counts.slice();
  next[i] = 0;
  next[i] = Math.max(0, Math.min(n, room(form, next, i)));
  return next;
}

/** The counts filled up to the limits, key by key in the given order. */
export function filled(form: AllocateForm, counts: number[], order: number[]): number[] {
  const next = counts.slice();
  for (const i of order) next[i] = (next[i] ?? 0) + room(form, next, i);
  return next;
}
