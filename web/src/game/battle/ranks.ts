/** The battle board: the stacks of one side by the number they hit on. */

import type { BoardInfo, PickUnitsForm, Units } from '../../lib/wire';
import { conditions } from '../conditions';
import { type Side, summed, without } from './battle';

/** Marks of units in battles that do not distinguish a row from others of its type. */
const USUAL = ['fought', 'seaborne', 'supported'];

export interface Rank {
  /** Hits on this or less; 0: does not fire. */
  number: number;
  stacks: Shown[];
}

export interface Shown {
  key: string;
  type: string;
  owner: string;
  count: number;
  /** How many units these are, if `count` are the hits that they take. */
  units?: number;
  /** Lost in this round. */
  fallen: number;
  note: string;
  /** Where the numbers have units of its damage and marks, if it has any. */
  form?: string;
  /** Index of the form's row that selects it, or -1. */
  row: number;
}

/** Owner -> unit type (with damage and marks, if it has any) -> the number it hits on, as sent for the current battle. */
export type Numbers = Record<string, Record<string, number>>;

function hitsOn(board: BoardInfo, { owner, type, form }: Shown, side: Side, numbers: Numbers): number {
  const now = numbers[owner]?.[form ?? type] ?? numbers[owner]?.[type];
  if (now !== undefined) return now;
  const unit = board.units.find((u) => u.id === type);
  return (side === 'attacker' ? unit?.attack : unit?.defense) ?? 0;
}

/** The ranks of a side, highest number first. With a form, its rows are separate and can be selected. */
export function ranks(
  board: BoardInfo,
  side: Side,
  force: Units[],
  fallen: Units[],
  form: PickUnitsForm | null = null,
  numbers: Numbers = {},
): Rank[] {
  const shown: Shown[] = [];
  let rest = summed(force, board.states);
  form?.units.forEach((row, i) => {
    const here = rest.filter((u) => u.owner === row.owner && u.type === row.type).reduce((n, u) => n + u.count, 0);
    const lives = Math.max(row.count, here ? 1 : 0);
    const several = form.units.filter((r) => r.type === row.type && r.owner === row.owner).length > 1;
    shown.push({
      key: `row-${i}`,
      type: row.type,
      owner: row.owner,
      count: several ? row.count : Math.max(lives, 0),
      ...(row.units < row.count ? { units: row.units } : {}),
      fallen: 0,
      note: several || row.stem.includes('damaged') ? conditions(row.stem, board.states, USUAL).join(', ') : '',
      row: i,
    });
  });
  if (form) {
    const taken = form.units.map((row) => ({ owner: row.owner, type: row.type, count: row.units }));
    rest = without(rest, taken);
  }
  for (const u of rest) {
    shown.push({
      key: [u.owner, u.type, u.damage ?? 0, ...(u.marks ?? [])].join('-'),
      type: u.type,
      owner: u.owner,
      count: u.count,
      fallen: 0,
      form: u.damage || u.marks?.length ? [u.type, u.damage ?? 0, ...(u.marks ?? [])].join('/') : u.type,
      note: [...(u.damage ? ['damaged'] : []), ...(u.marks ?? []).map((m) => board.states?.[m]?.word ?? m)].join(', '),
      row: -1,
    });
  }
  for (const u of summed(fallen)) {
    const like = shown.find((s) => s.owner === u.owner && s.type === u.type);
    if (like) like.fallen += u.count;
    else {
      const key = `fallen-${u.owner}-${u.type}`;
      shown.push({ key, type: u.type, owner: u.owner, count: 0, fallen: u.count, note: '', row: -1 });
    }
  }
  const byNumber = new Map<number, Shown[]>();
  for (const s of shown) {
    const n = hitsOn(board, s, side, numbers);
    byNumber.set(n, [...(byNumber.get(n) ?? []), s]);
  }
  const order = [...new Set(shown.map((s) => s.type))]; // stacks of the same type next to each other
  for (const stacks of byNumber.values()) stacks.sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return [...byNumber].sort((a, b) => b[0] - a[0]).map(([number, stacks]) => ({ number, stacks }));
}

/** The cost of a force in IPCs. */
export function worth(board: BoardInfo, force: Units[]): number {
  return force.reduce((n, u) => n + u.count * (board.units.find((x) => x.id === u.type)?.cost ?? 0), 0);
}

export function told(board: BoardInfo, force: Units[]): string {
  return (
    summed(force)
      .map((u) => {
        const unit = board.units.find((x) => x.id === u.type);
        const name = (u.count === 1 ? unit?.name : unit?.plural || unit?.name) ?? u.type;
        return `${u.count} ${name.toLowerCase()}`;
      })
      .join(', ') || 'nothing'
  );
}
