/** Formatting of odds, and the rows of their charts. */

import type { OddsInfo } from '../lib/wire';

/** Percentage with one digit. A possible outcome never shows as 0%, nor an uncertain one as 100%. */
export function percent(p: number, digits = 1): string {
  const edge = 0.5 * 10 ** -(digits + 2);
  if (p > 0 && p < edge) return `<${(100 * 10 ** -(digits + 2)).toFixed(digits)}%`;
  if (p < 1 && p > 1 - edge && 1 - p > 1e-9) return `>${(100 - 100 * 10 ** -(digits + 2)).toFixed(digits)}%`;
  return `${(100 * p).toFixed(digits)}%`;
}

export function ipcs(n: number): string {
  return Math.abs(n) < 10 ? n.toFixed(1) : n.toFixed(Math.abs(n) < 100 ? 1 : 0);
}

/** A column of a histogram: the surviving units of one side; `none`: no survivors; `both`: survivors on both sides. */
export interface Column {
  side: 'attacker' | 'defender' | 'none' | 'both';
  units: number;
  p: number;
}

type Left = Pick<OddsInfo, 'left' | 'outcomes'>;

function rows(odds: Left): { attacker: number; defender: number; p: number }[] {
  const sum = (units: { count: number }[]) => units.reduce((n, u) => n + u.count, 0);
  if (odds.left?.length) return odds.left;
  return odds.outcomes.map((o) => ({ attacker: sum(o.attacker), defender: sum(o.defender), p: o.p }));
}

function gatheredBy(
  all: { attacker: number; defender: number; p: number }[],
  key: (row: { attacker: number; defender: number }) => Column,
): Column[] {
  const found = new Map<string, Column>();
  for (const row of all) {
    const column = key(row);
    const name = `${column.side} ${column.units}`;
    const known = found.get(name) ?? column;
    known.p += row.p;
    found.set(name, known);
  }
  return [...found.values()];
}

/** Outcomes of a battle to the end, from best for the attacker to best for the defender. */
export function histogram(odds: Left): Column[] {
  const columns = gatheredBy(rows(odds), ({ attacker, defender }) => {
    if (attacker && defender) return { side: 'both', units: 0, p: 0 };
    return { side: attacker ? 'attacker' : defender ? 'defender' : 'none', units: attacker || defender, p: 0 };
  });
  const place = (c: Column) => ({ attacker: c.units, both: 0.5, none: 0, defender: -c.units })[c.side];
  return columns.sort((a, b) => place(b) - place(a));
}

/** The numbers of surviving units of one side, highest first. */
export function leftOf(odds: Left, side: 'attacker' | 'defender'): Column[] {
  return gatheredBy(rows(odds), (row) => ({ side: row[side] ? side : 'none', units: row[side], p: 0 })).sort(
    (a, b) => b.units - a.units,
  );
}

/** Probabilities by number, such as of bombers that survive, highest first; impossible numbers are left out. */
export function numbers(all: number[], side: 'attacker' | 'defender'): Column[] {
  return all
    .map((p, units): Column => ({ side: units ? side : 'none', units, p }))
    .filter((column) => column.p > 0)
    .reverse();
}

/** Merge the rarest outcomes of both sides until every column is visible and at most `most` columns remain. */
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
