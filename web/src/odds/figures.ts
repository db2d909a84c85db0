/** Numbers of the odds as people read them, and the rows of their charts. */

import type { OddsInfo } from '../lib/wire';

/** Per cent with one digit; what is possible is never told as 0 % or 100 %. */
export function percent(p: number, digits = 1): string {
  const edge = 0.5 * 10 ** -(digits + 2);
  if (p > 0 && p < edge) return `<${(100 * 10 ** -(digits + 2)).toFixed(digits)}%`;
  if (p < 1 && p > 1 - edge && 1 - p > 1e-9) return `>${(100 - 100 * 10 ** -(digits + 2)).toFixed(digits)}%`;
  return `${(100 * p).toFixed(digits)}%`;
}

export function ipcs(n: number): string {
  return Math.abs(n) < 10 ? n.toFixed(1) : n.toFixed(Math.abs(n) < 100 ? 1 : 0);
}

/**
 * A column of the histogram: so many units of one side left (`none`: of both). `both`: units of both sides live on; by
 * how many more of the attacker's, where the battle may well end so, else all in one.
 */
export interface Column {
  side: 'attacker' | 'defender' | 'none' | 'both';
  units: number;
  p: number;
}

/** From the best end for the attacker to the best for the defender. */
export function histogram(odds: Pick<OddsInfo, 'left' | 'outcomes' | 'limited'>): Column[] {
  const sum = (units: { count: number }[]) => units.reduce((n, u) => n + u.count, 0);
  const rows = odds.left?.length
    ? odds.left
    : odds.outcomes.map((o) => ({ attacker: sum(o.attacker), defender: sum(o.defender), p: o.p }));
  const found = new Map<string, Column>();
  for (const { attacker, defender, p } of rows) {
    const side = attacker && defender ? 'both' : attacker ? 'attacker' : defender ? 'defender' : 'none';
    const units = side === 'both' ? (odds.limited ? attacker - defender : 0) : attacker || defender;
    const key = `${side} ${units}`;
    const column = found.get(key) ?? { side, units, p: 0 };
    column.p += p;
    found.set(key, column);
  }
  const place = (c: Column) => {
    if (c.side === 'attacker') return c.units + 1e6;
    if (c.side === 'defender') return -c.units - 1e6;
    return c.side === 'both' ? c.units + 0.5 : 0;
  };
  return [...found.values()].sort((a, b) => place(b) - place(a));
}

/** The rarest ends of both sides drawn together, until none is too rare to be seen and at most `most` columns are left. */
export function gathered(columns: Column[], most: number): (Column & { more: boolean })[] {
  const out = columns.map((c) => ({ ...c, more: false }));
  const gather = (front: boolean): boolean => {
    const [gone, next] = front ? [out[0], out[1]] : [out.at(-1), out.at(-2)];
    if (!gone || !next || gone.side !== next.side || gone.side === 'none') return false;
    next.p += gone.p;
    next.more = true;
    if (front) out.shift();
    else out.pop();
    return true;
  };
  const rare = (column: Column | undefined) => column !== undefined && column.p < 0.001;
  while (rare(out[0]) && gather(true));
  while (rare(out.at(-1)) && gather(false));
  while (out.length > most) {
    const front = (out[0]?.p ?? 0) <= (out.at(-1)?.p ?? 0);
    if (!gather(front) && !gather(!front)) break;
  }
  return out;
}
