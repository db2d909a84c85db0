/** What there is to know of a space: its units told apart as far as it matters, and its neighbors. */

import type { BoardInfo, Position, Units } from '../lib/wire';

/** Like units of one owner in a space. */
export interface Row {
  key: string;
  owner: string;
  type: string;
  count: number;
  /** How many of them have moved this turn. */
  moved: number;
  damage: number;
  /** What each of them carries, as types. */
  cargo: string[];
}

export function rows(units: readonly Units[]): Row[] {
  const found = new Map<string, Row>();
  for (const stack of units) {
    const cargo = (stack.cargo ?? []).map((c) => c.type);
    const damage = stack.damage ?? 0;
    const key = [stack.owner, stack.type, damage, ...cargo].join('|');
    const row = found.get(key) ?? { key, owner: stack.owner, type: stack.type, count: 0, moved: 0, damage, cargo };
    row.count += stack.count;
    if (stack.moved) row.moved += stack.count;
    found.set(key, row);
  }
  return [...found.values()];
}

/** The rows of each owner, the holder of the space first. */
export function byOwner(units: readonly Units[], holder: string | null | undefined): { owner: string; rows: Row[] }[] {
  const owners = [...new Set(units.map((u) => u.owner))];
  owners.sort((a, b) => Number(b === holder) - Number(a === holder));
  const all = rows(units);
  return owners.map((owner) => ({ owner, rows: all.filter((row) => row.owner === owner) }));
}

const near = new WeakMap<BoardInfo, Map<string, string[]>>();

/** The spaces next to one. */
export function neighbors(board: BoardInfo, space: string): string[] {
  let found = near.get(board);
  if (!found) {
    found = new Map();
    for (const [a, b] of board.connections) {
      found.set(a, [...(found.get(a) ?? []), b]);
      found.set(b, [...(found.get(b) ?? []), a]);
    }
    near.set(board, found);
  }
  return found.get(space) ?? [];
}

/** Whose a space is, in words. */
export function holding(board: BoardInfo, here: Position, space: string): string {
  const info = board.spaces.find((s) => s.name === space);
  if (info?.kind === 'sea') return 'Sea zone';
  if (here.contested.includes(space)) return 'Contested';
  const owner = here.owners[space];
  if (owner) return info?.owner && info.owner !== owner ? `${owner} (from ${info.owner})` : owner;
  return info?.closed ? 'Impassable' : 'Neutral';
}
