/** A battle in the odds calculator: its request to the server, and its encoding in an address. */

import type { BoardInfo, OddsWish, RaidWish, UnitInfo } from '../lib/wire';
import { type Choice, toWire } from '../rules/choice';

export type Side = 'attacker' | 'defender';
export const SIDES: Side[] = ['attacker', 'defender'];
/** The place of a strategic bombing raid. */
export const RAID = 'raid';

/** When to retreat: never, with only aircraft left, after `n` rounds, with fewer than `n` land units, or below `n`% odds. */
export interface Leave {
  when: 'never' | 'air' | 'rounds' | 'land' | 'odds';
  n: number;
}

export const NEVER: Leave = { when: 'never', n: 0 };

export interface Battle {
  /** ``land``, ``sea``, ``amphibious``, the id of a battle of its own, or the name of a space. */
  where: string;
  /** Unit id (a damaged one: ``battleship!1``) -> number. */
  units: Record<Side, Record<string, number>>;
  tech: Record<Side, string[]>;
  /** Unit ids in casualty order, or null for the default order. */
  order: Record<Side, string[] | null>;
  leave: Record<Side, Leave>;
  rounds: number;
  keepLand: boolean;
  /** Value of the territory in IPCs, or null for the board's value. */
  value: number | null;
}

export function empty(): Battle {
  return {
    where: 'land',
    units: { attacker: {}, defender: {} },
    tech: { attacker: [], defender: [] },
    order: { attacker: null, defender: null },
    leave: { attacker: NEVER, defender: NEVER },
    rounds: 0,
    keepLand: false,
    value: null,
  };
}

/** Whether a battle is on land, whether ships can support it, and the only types that take part, if rules say so. */
export interface Ground {
  land: boolean;
  landing: boolean;
  only?: Record<Side, string[]>;
}

/** Whether the battle is on land or at sea, and whether ships can support an amphibious assault. */
export function ground(where: string, board: BoardInfo | null): Ground {
  if (where === 'land') return { land: true, landing: false };
  if (where === 'amphibious') return { land: true, landing: true };
  if (where === 'sea') return { land: false, landing: false };
  const own = board?.battles?.find((b) => b.id === where);
  if (own) return { land: false, landing: false, only: { attacker: own.attacker, defender: own.defender } };
  const space = board?.spaces.find((s) => s.name === where);
  return { land: space?.kind !== 'sea', landing: space?.kind !== 'sea' };
}

/** Whether such a unit can take part in the battle on this side. */
export function takesPart(unit: UnitInfo, side: Side, at: Ground): boolean {
  if (at.only) return at.only[side].includes(unit.id);
  if (unit.kind === 'structure') return false;
  if (unit.tags.includes('passive')) return at.land && side === 'defender' && unit.tags.includes('antiaircraft');
  if (unit.kind === 'air') return true;
  if (!at.land) return unit.kind === 'sea';
  return unit.kind === 'land' || (at.landing && side === 'attacker' && unit.tags.includes('bombards'));
}

export interface Row {
  key: string;
  unit: UnitInfo;
  damage: number;
  sides: Side[];
}

/** The available units, each followed by its damaged version. */
export function rowsOf(board: BoardInfo, where: string): Row[] {
  const at = ground(where, board);
  return board.units.flatMap((unit) => {
    const sides = SIDES.filter((side) => takesPart(unit, side, at));
    if (!sides.length) return [];
    const fights = unit.kind === (at.land ? 'land' : 'sea');
    const damaged = fights ? Array.from({ length: Math.max(0, unit.hits - 1) }, (_, i) => i + 1) : [];
    return [0, ...damaged].map((damage) => ({ key: damage ? `${unit.id}!${damage}` : unit.id, unit, damage, sides }));
  });
}

/** Whether a board has this place of battle. */
function isPlace(where: string, board: BoardInfo): boolean {
  const named = [...(board.battles ?? []).map((b) => b.id), ...board.spaces.map((s) => s.name)];
  return ['land', 'sea', 'amphibious', ...named].includes(where);
}

/** The battle with only known units and technologies, on land if the board does not know its place. */
export function fitting(battle: Battle, board: BoardInfo): Battle {
  const where = isPlace(battle.where, board) ? battle.where : 'land';
  const rows = rowsOf(board, where);
  const known = new Set(board.technologies.map((t) => t.id));
  const units = (side: Side) =>
    Object.fromEntries(
      rows
        .filter((r) => r.sides.includes(side) && battle.units[side][r.key])
        .map((r) => [r.key, battle.units[side][r.key] ?? 0]),
    );
  const order = (side: Side) => battle.order[side]?.filter((id) => board.units.some((u) => u.id === id)) ?? null;
  return {
    ...battle,
    where,
    units: { attacker: units('attacker'), defender: units('defender') },
    tech: {
      attacker: battle.tech.attacker.filter((t) => known.has(t)),
      defender: battle.tech.defender.filter((t) => known.has(t)),
    },
    order: { attacker: order('attacker'), defender: order('defender') },
  };
}

export function count(units: Record<string, number>): number {
  return Object.values(units).reduce((a, b) => a + b, 0);
}

export function cost(units: Record<string, number>, board: BoardInfo): number {
  return Object.entries(units).reduce((sum, [key, n]) => sum + n * (unitOf(key, board)?.cost ?? 0), 0);
}

export function unitOf(key: string, board: BoardInfo): UnitInfo | undefined {
  return board.units.find((u) => u.id === key.split('!')[0]);
}

/** The default casualty order, as in `loss_order` on the server. */
export function usualOrder(side: Side, units: Record<string, number>, board: BoardInfo): string[] {
  const own = [
    ...new Set(
      Object.keys(units)
        .filter((k) => units[k])
        .map((k) => k.split('!')[0] ?? ''),
    ),
  ];
  const worth = (u: UnitInfo) => (side === 'attacker' ? u.attack : u.defense);
  return own
    .flatMap((id) => unitOf(id, board) ?? [])
    .filter(
      (u) => !u.tags.includes('passive') && (u.kind !== 'sea' || !u.tags.includes('bombards') || side === 'defender'),
    )
    .concat(
      own
        .flatMap((id) => unitOf(id, board) ?? [])
        .filter((u) => side === 'attacker' && u.kind === 'sea' && u.tags.includes('bombards')),
    )
    .sort(
      (a, b) =>
        Number(a.hits === 1) - Number(b.hits === 1) || a.cost - b.cost || worth(a) - worth(b) || (a.id < b.id ? -1 : 1),
    )
    .map((u) => u.id);
}

/** The casualty order to show: the chosen one, followed by all other units. */
export function orderOf(side: Side, battle: Battle, board: BoardInfo): string[] {
  const usual = usualOrder(side, battle.units[side], board);
  const wished = battle.order[side]?.filter((id) => usual.includes(id)) ?? [];
  return [...wished, ...usual.filter((id) => !wished.includes(id))];
}

const force = (units: Record<string, number>): string =>
  Object.entries(units)
    .filter(([, n]) => n > 0)
    .map(([key, n]) => {
      const [id, damage] = key.split('!');
      return `${n} ${id}${damage ? ` (damaged ${damage})` : ''}`;
    })
    .join(', ');

function policy(leave: Leave): string {
  if (leave.when === 'never') return '';
  if (leave.when === 'air') return 'only air';
  if (leave.when === 'rounds') return `rounds ${leave.n}`;
  return leave.when === 'land' ? `fewer than ${leave.n} land` : `odds below ${leave.n}%`;
}

const named = (of: Record<Side, string>) => SIDES.filter((s) => of[s]).map((s) => `${s}: ${of[s]}`);

export function toRaidWish(battle: Battle, choice: Choice): RaidWish {
  return {
    choice: toWire(choice),
    attack: force(battle.units.attacker),
    defend: force(battle.units.defender),
    tech: named({ attacker: battle.tech.attacker.join(', '), defender: battle.tech.defender.join(', ') }),
    value: battle.value,
  };
}

export function toWish(battle: Battle, choice: Choice): OddsWish {
  const { value: _, ...wish } = toRaidWish(battle, choice);
  return {
    ...wish,
    where: battle.where,
    losses: named({
      attacker: battle.order.attacker?.join(', ') ?? '',
      defender: battle.order.defender?.join(', ') ?? '',
    }),
    retreat: named({ attacker: policy(battle.leave.attacker), defender: policy(battle.leave.defender) }),
    rounds: battle.rounds,
    keep_land: battle.keepLand,
    value: battle.value,
  };
}

/** Swap attacker and defender, and reset the casualty orders. */
export function swapped(battle: Battle): Battle {
  const turn = <T>(of: Record<Side, T>): Record<Side, T> => ({ attacker: of.defender, defender: of.attacker });
  return {
    ...battle,
    units: turn(battle.units),
    tech: turn(battle.tech),
    order: { attacker: null, defender: null },
    leave: { attacker: NEVER, defender: NEVER },
  };
}

// --- in an address ---------------------------------------------------------------------------------------------------

const packed = (units: Record<string, number>): string =>
  Object.entries(units)
    .filter(([, n]) => n > 0)
    .map(([key, n]) => `${n} ${key}`)
    .join(',');

/** ``3 infantry,2 tank`` -> {infantry: 3, tank: 2}. */
export function unpacked(text: string): Record<string, number> {
  const out: Record<string, number> = {};
  for (const part of text.split(',')) {
    const [, n, key] = /^\s*(\d{1,4})\s+([\w!]+)\s*$/.exec(part) ?? [];
    if (n && key) out[key] = Number(n);
  }
  return out;
}

export function write(battle: Battle, into: URLSearchParams): URLSearchParams {
  const put = (name: string, value: string | number | undefined) => value && into.set(name, String(value));
  put('where', battle.where === 'land' ? '' : battle.where);
  for (const side of SIDES) {
    const a = side === 'attacker' ? 'attack' : 'defend';
    put(a, packed(battle.units[side]));
    put(`${a}-tech`, battle.tech[side].join(','));
    put(`${a}-order`, battle.order[side]?.join(','));
    put(`${a}-leave`, policy(battle.leave[side]));
  }
  put('rounds', battle.rounds);
  put('keep', battle.keepLand ? 1 : '');
  if (battle.value !== null) into.set('value', String(battle.value));
  return into;
}

export function read(hash: string): Battle {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const words = (name: string) => (given.get(name) ?? '').split(',').filter(Boolean);
  const out = empty();
  out.where = given.get('where') || 'land';
  for (const side of SIDES) {
    const a = side === 'attacker' ? 'attack' : 'defend';
    out.units[side] = unpacked(given.get(a) ?? '');
    out.tech[side] = words(`${a}-tech`);
    const order = words(`${a}-order`);
    out.order[side] = order.length ? order : null;
    out.leave[side] = leaveOf(given.get(`${a}-leave`) ?? '');
  }
  const rounds = Number(given.get('rounds'));
  out.rounds = Number.isInteger(rounds) && rounds > 0 && rounds < 100 ? rounds : 0;
  out.keepLand = given.get('keep') === '1';
  const value = given.get('value');
  out.value = value !== null && Number.isInteger(Number(value)) ? Number(value) : null;
  return out;
}

function leaveOf(text: string): Leave {
  if (text === 'only air') return { when: 'air', n: 0 };
  const [, rounds, land, odds] = /^(?:rounds (\d+)|fewer than (\d+) land|odds below (\d+)%)$/.exec(text) ?? [];
  if (rounds) return { when: 'rounds', n: Number(rounds) };
  if (land) return { when: 'land', n: Number(land) };
  return odds ? { when: 'odds', n: Number(odds) } : NEVER;
}
