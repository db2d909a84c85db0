import { describe, expect, it } from 'vitest';
import type { BoardInfo, UnitInfo } from '../src/lib/wire';
import {
  empty,
  fitting,
  orderOf,
  read,
  rowsOf,
  swapped,
  toRaidWish,
  toWish,
  unpacked,
  usualOrder,
  write,
} from '../src/odds/battle';
import { gathered, histogram, leftOf, numbers, percent } from '../src/odds/figures';
import { plain } from '../src/rules/choice';

function unit(
  id: string,
  kind: UnitInfo['kind'],
  cost: number,
  attack: number,
  defense: number,
  tags: string[] = [],
  hits = 1,
): UnitInfo {
  return { id, name: id, plural: id, kind, cost, move: 1, attack, defense, hits, tags };
}

const board = {
  units: [
    unit('infantry', 'land', 3, 1, 2),
    unit('tank', 'land', 5, 3, 2),
    unit('gun', 'land', 5, 0, 0, ['passive', 'antiaircraft']),
    unit('bomb', 'land', 20, 0, 0, ['passive']),
    unit('fighter', 'air', 12, 3, 4),
    unit('bomber', 'air', 12, 4, 1),
    unit('battleship', 'sea', 24, 4, 4, ['bombards'], 2),
    unit('submarine', 'sea', 8, 2, 2),
    unit('factory', 'structure', 15, 0, 0),
  ],
  spaces: [
    { name: 'Libya', kind: 'land', value: 1, owner: null, neutral: false, closed: false },
    { name: 'Red Sea', kind: 'sea', value: 0, owner: null, neutral: false, closed: false },
  ],
  technologies: [{ id: 'jet_power', name: 'Jet Power', text: '' }],
  battles: [{ id: 'port attack', name: 'Attack on the port', attacker: ['fighter'], defender: ['gun', 'battleship'] }],
} as unknown as BoardInfo;

const who = (where: string, side: 'attacker' | 'defender') =>
  rowsOf(board, where)
    .filter((r) => r.sides.includes(side))
    .map((r) => r.key);

describe('a battle of the calculator', () => {
  it('knows battles that rules add, with the units that can take part', () => {
    expect(who('port attack', 'attacker')).toEqual(['fighter']);
    expect(who('port attack', 'defender')).toEqual(['gun', 'battleship', 'battleship!1']);
    const attack = { ...empty(), where: 'port attack', units: { attacker: { tank: 1, fighter: 2 }, defender: {} } };
    expect(fitting(attack, board)).toMatchObject({ where: 'port attack', units: { attacker: { fighter: 2 } } });
    expect(fitting(attack, { ...board, battles: [] })).toMatchObject({
      where: 'land',
      units: { attacker: { tank: 1 } },
    });
  });

  it('offers each side the units that can take part there', () => {
    expect(who('land', 'attacker')).toEqual(['infantry', 'tank', 'fighter', 'bomber']);
    expect(who('land', 'defender')).toEqual(['infantry', 'tank', 'gun', 'fighter', 'bomber']);
    expect(who('amphibious', 'attacker')).toContain('battleship');
    expect(who('amphibious', 'defender')).not.toContain('battleship');
    expect(who('Libya', 'attacker')).toContain('battleship');
    expect(who('Red Sea', 'attacker')).toEqual(['fighter', 'bomber', 'battleship', 'battleship!1', 'submarine']);
  });

  it('is asked of the server in its words', () => {
    const battle = { ...empty(), where: 'sea', rounds: 2, keepLand: true, value: 3 };
    battle.units = { attacker: { fighter: 2, 'battleship!1': 1, submarine: 0 }, defender: { submarine: 1 } };
    battle.tech.attacker = ['jet_power'];
    battle.order.defender = ['submarine'];
    battle.leave = { attacker: { when: 'odds', n: 40 }, defender: { when: 'air', n: 0 } };
    expect(toWish(battle, plain('classic'))).toMatchObject({
      attack: '2 fighter, 1 battleship (damaged 1)',
      defend: '1 submarine',
      where: 'sea',
      tech: ['attacker: jet_power'],
      losses: ['defender: submarine'],
      retreat: ['attacker: odds below 40%', 'defender: only air'],
      rounds: 2,
      keep_land: true,
      value: 3,
    });
  });

  it('is asked of the server as a raid without an order of casualties', () => {
    const battle = { ...empty(), where: 'raid', value: 10 };
    battle.units = { attacker: { bomber: 3 }, defender: { gun: 1 } };
    battle.tech.defender = ['jet_power'];
    battle.order.attacker = ['bomber'];
    expect(toRaidWish(battle, plain('classic'))).toEqual({
      choice: toWish(battle, plain('classic')).choice,
      attack: '3 bomber',
      defend: '1 gun',
      tech: ['defender: jet_power'],
      value: 10,
    });
  });

  it('comes out of an address as it went in', () => {
    const battle = { ...empty(), where: 'Red Sea', rounds: 3, keepLand: true, value: 0 };
    battle.units = { attacker: { fighter: 2, 'battleship!1': 1 }, defender: { submarine: 1 } };
    battle.tech.defender = ['jet_power'];
    battle.order.attacker = ['fighter', 'battleship'];
    battle.leave = { attacker: { when: 'rounds', n: 2 }, defender: { when: 'land', n: 3 } };
    expect(read(`#${write(battle, new URLSearchParams())}`)).toEqual(battle);
    expect(read('')).toEqual(empty());
    expect(unpacked('3 infantry,x tank,99999 tank,2 a b')).toEqual({ infantry: 3 });
  });

  it('loses the cheapest useful unit first, and damages before that', () => {
    const own = { tank: 1, infantry: 2, fighter: 1, bomber: 1 };
    expect(usualOrder('attacker', own, board)).toEqual(['infantry', 'tank', 'fighter', 'bomber']);
    expect(usualOrder('defender', own, board)).toEqual(['infantry', 'tank', 'bomber', 'fighter']);
    expect(usualOrder('defender', { submarine: 1, battleship: 1 }, board)).toEqual(['battleship', 'submarine']);
    expect(usualOrder('defender', { gun: 1, infantry: 1 }, board)).toEqual(['infantry']);
    const battle = {
      ...empty(),
      units: { attacker: own, defender: {} },
      order: { attacker: ['bomber'], defender: null },
    };
    expect(orderOf('attacker', battle, board)).toEqual(['bomber', 'infantry', 'tank', 'fighter']);
  });

  it('drops what the place or the edition does not know, and can be turned round', () => {
    const battle = {
      ...empty(),
      where: 'sea',
      units: { attacker: { infantry: 3, fighter: 1 }, defender: { zeppelin: 1 } },
    };
    battle.tech.attacker = ['jet_power', 'radar'];
    const kept = fitting(battle, board);
    expect(kept.units).toEqual({ attacker: { fighter: 1 }, defender: {} });
    expect(kept.tech.attacker).toEqual(['jet_power']);
    expect(swapped(kept).units.defender).toEqual({ fighter: 1 });
    expect(swapped(kept).tech.defender).toEqual(['jet_power']);
  });
});

describe('figures', () => {
  it('never calls possible things impossible or certain', () => {
    expect(percent(0)).toBe('0.0%');
    expect(percent(0.00001)).toBe('<0.1%');
    expect(percent(0.99999)).toBe('>99.9%');
    expect(percent(1)).toBe('100.0%');
    expect(percent(0.6543)).toBe('65.4%');
  });

  const left = [
    { attacker: 2, defender: 0, p: 0.4 },
    { attacker: 5, defender: 0, p: 0.0004 },
    { attacker: 0, defender: 0, p: 0.1 },
    { attacker: 0, defender: 1, p: 0.3 },
    { attacker: 1, defender: 3, p: 0.1 },
    { attacker: 2, defender: 1, p: 0.0996 },
  ];

  it('orders the ends from the attacker’s best to the defender’s', () => {
    const columns = histogram({ left, outcomes: [] });
    expect(columns.map((c) => [c.side, c.units])).toEqual([
      ['attacker', 5],
      ['attacker', 2],
      ['both', 0],
      ['none', 0],
      ['defender', 1],
    ]);
  });

  it('tells for each side alone how much is left', () => {
    expect(leftOf({ left, outcomes: [] }, 'defender').map((c) => [c.side, c.units])).toEqual([
      ['defender', 3],
      ['defender', 1],
      ['none', 0],
    ]);
    expect(leftOf({ left, outcomes: [] }, 'attacker').find((c) => c.units === 2)?.p).toBeCloseTo(0.4996);
  });

  it('leaves out numbers that cannot come up', () => {
    expect(numbers([0.25, 0, 0.75], 'attacker')).toEqual([
      { side: 'attacker', units: 2, p: 0.75 },
      { side: 'none', units: 0, p: 0.25 },
    ]);
  });

  it('draws rare ends together and loses nothing of the probability', () => {
    const columns = gathered(histogram({ left, outcomes: [] }), 9);
    expect(columns[0]).toMatchObject({ side: 'attacker', units: 2, more: true });
    expect(columns.reduce((sum, c) => sum + c.p, 0)).toBeCloseTo(1);
  });
});
