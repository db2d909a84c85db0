/** The contents of a space: its units by type and condition, and its adjacent spaces. */

import type { BoardInfo, Position, Question, Units } from '../lib/wire';

/** Equal units of one owner in a space. */
export interface Row {
  key: string;
  owner: string;
  type: string;
  count: number;
  /** How many of them have moved this turn. */
  moved: number;
  damage: number;
  /** The unit types each of them carries. */
  cargo: string[];
  /** Their marks of `states`. */
  marks: string[];
  /** Where the position has numbers of such units: their type, with hits and lasting marks if they have any. */
  form: string;
}

export function rows(units: readonly Units[], states: BoardInfo['states'] = {}): Row[] {
  const found = new Map<string, Row>();
  for (const stack of units) {
    const cargo = (stack.cargo ?? []).map((c) => c.type);
    const damage = stack.damage ?? 0;
    const marks = (stack.marks ?? []).filter((mark) => states[mark]);
    const lasting = marks.filter((mark) => states[mark]?.lasting);
    const { owner, type } = stack;
    const form = damage || lasting.length ? [type, damage, ...lasting].join('/') : type;
    const key = [owner, type, damage, ...cargo, ...marks].join('|');
    const row = found.get(key) ?? { key, owner, type, count: 0, moved: 0, damage, cargo, marks, form };
    row.count += stack.count;
    if (stack.moved) row.moved += stack.count;
    found.set(key, row);
  }
  return [...found.values()];
}

/** The rows of each owner, with the controlling power first. */
export function byOwner(
  units: readonly Units[],
  holder: string | null | undefined,
  states: BoardInfo['states'] = {},
): { owner: string; rows: Row[] }[] {
  const owners = [...new Set(units.map((u) => u.owner))];
  owners.sort((a, b) => Number(b === holder) - Number(a === holder));
  const all = rows(units, states);
  return owners.map((owner) => ({ owner, rows: all.filter((row) => row.owner === owner) }));
}

/** Whether a power and the countries that take part in its turn have no territory, no unit, and no IPCs left. */
export function eliminated(
  board: BoardInfo,
  { owners, units, ipcs }: Pick<Position, 'owners' | 'units' | 'ipcs'>,
  power: string,
): boolean {
  const names = [power, ...board.powers.filter((p) => p.turn_with === power).map((p) => p.name)];
  const known = new Set<string | null>(Object.values(owners));
  for (const stack of Object.values(units).flat()) {
    known.add(stack.owner);
    for (const { owner } of stack.cargo ?? []) known.add(owner);
  }
  return !names.some((name) => known.has(name) || ipcs[name]);
}

const near = new WeakMap<BoardInfo, Map<string, string[]>>();

/** The spaces adjacent to a space. */
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

/** Who controls a space, in words. */
export function holding(board: BoardInfo, here: Position, space: string): string {
  const info = board.spaces.find((s) => s.name === space);
  if (info?.kind === 'sea') return 'Sea zone';
  if (here.contested.includes(space)) return 'Contested';
  const owner = here.owners[space];
  if (owner) return info?.owner && info.owner !== owner ? `${owner} (from ${info.owner})` : owner;
  return info?.closed ? 'Impassable' : 'Neutral';
}

/** The spaces a question is about: the one it names, else those to choose from. */
export function placesOf(question: Question, board: BoardInfo): string[] {
  const known = new Set(board.spaces.map((space) => space.name));
  const named = question.context.space;
  if (typeof named === 'string' && known.has(named)) return [named];
  const { form } = question;
  const keys = form.form === 'pick_space' || form.form === 'choose' ? form.options.map((option) => option.key) : [];
  return keys.filter((key) => known.has(key));
}
