import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Battle,
  battles,
  hitting,
  losses,
  nameOf,
  newest,
  outcomeOf,
  standingAfter,
  total,
  trays,
  without,
} from '../src/game/battle/battle';
import { ranks } from '../src/game/battle/ranks';
import { byOwner } from '../src/game/space';
import type { BoardInfo, Frame, Happening, PickUnitsForm, Units } from '../src/lib/wire';

const u = (owner: string, type: string, count: number, more: Partial<Units> = {}): Units => ({
  owner,
  type,
  count,
  ...more,
});
const event = (kind: string, data: Record<string, unknown>): Happening => ({ kind, text: `${kind} happens`, data });
const volley = (side: string, hits_on: string, dice: number[], hits: number) =>
  event('volley_fired', {
    power: side === 'attacker' ? 'G' : 'R',
    side,
    space: 'Kiev',
    volley: `${side}s`,
    hits_on,
    dice,
    hits,
  });
const lost = (owner: string, type: string, count: number) =>
  event('lost', { power: owner, force: [u(owner, type, count)], space: 'Kiev' });
const frame = (n: number, events: Happening[], more: Partial<Frame> = {}): Frame => ({
  n,
  at: 0,
  kind: 'answer',
  power: 'G',
  decision: 'x',
  events,
  change: {},
  battle: null,
  asked: [],
  ...more,
});

const begun = event('battle_started', {
  space: 'Kiev',
  attacker: 'G',
  attackers: [u('G', 'tank', 2, { moved: 1 }), u('G', 'infantry', 3)],
  defenders: [u('R', 'infantry', 4)],
});
const ended = event('battle_ended', {
  space: 'Kiev',
  rounds: 2,
  outcome: 'attacker wins',
  attackers: [u('G', 'tank', 2)],
  defenders: [],
});
const whole = [
  frame(1, [
    begun,
    volley('attacker', '3', [1, 5], 1),
    volley('attacker', '1', [1, 2, 3], 1),
    lost('R', 'infantry', 2),
    volley('defender', '2', [2, 2, 6, 6], 2),
  ]),
  frame(2, [lost('G', 'infantry', 2)]),
  frame(3, [
    volley('attacker', '3', [3, 3], 2),
    lost('R', 'infantry', 2),
    event('salute_fired', { space: 'Kiev' }),
    ended,
    event('captured', { power: 'G', space: 'Kiev', loser: 'R' }),
  ]),
];

describe('a battle', () => {
  const battle = newest(whole) as Battle;

  test('is told in rounds: the same volley again begins the next one', () => {
    expect(battle.steps.filter((s) => s.kind === 'volley').map((s) => s.round)).toEqual([1, 1, 1, 2]);
    expect(trays(battle, 99, 1, 'attacker').map((v) => v.hitsOn)).toEqual(['3', '1']);
  });

  test('knows its sides, its end and what followed', () => {
    expect([battle.attacker, battle.defender, battle.outcome]).toEqual(['G', 'R', 'attacker wins']);
    expect(battle.after).toEqual([{ kind: 'captured', text: 'captured happens' }]);
  });

  test('has an outcome in few words: the capture, or who is left', () => {
    const without = { ...battle, after: [] };
    const both = { attacker: [u('G', 'infantry', 1)], defender: [u('R', 'infantry', 1)] };
    expect(outcomeOf(battle)).toBe('captured happens');
    expect(outcomeOf(without)).toBe('G wins');
    expect(outcomeOf({ ...without, survivors: { ...both, attacker: [] } })).toBe('R holds');
    expect(outcomeOf({ ...without, survivors: both, outcome: 'attack broken off' })).toBe('Attack broken off');
  });

  test('is told step by step: who is left and who fell in this round', () => {
    const standing = standingAfter(battle, 4);
    expect(total(standing.units.defender)).toBe(2);
    expect(total(standing.fallen.defender)).toBe(2);
    expect(standingAfter(battle, 6).fallen.defender).toEqual([]); // a new round has begun
    expect(total(standingAfter(battle, 99).units.defender)).toBe(0);
    expect(losses(battle)).toEqual({ attacker: [u('G', 'infantry', 2)], defender: [u('R', 'infantry', 4)] });
  });

  test('does not break on kinds it does not know', () => {
    expect(battle.steps.some((s) => s.kind === 'told' && s.event === 'salute_fired')).toBe(true);
  });

  test('is not yet over before its end, and forgets what was taken back', () => {
    expect(newest(whole.slice(0, 2))?.ended).toBe('');
    const back = [...whole.slice(0, 2), frame(3, [], { kind: 'undo', undoes: 2 })];
    expect(losses(newest(back) as Battle).attacker).toEqual([]);
  });
});

test('a raid is told without a battle', () => {
  const gun = event('volley_fired', {
    power: 'R',
    side: 'defender',
    space: 'Kiev',
    volley: 'antiaircraft',
    hits_on: '1',
    dice: [4],
    hits: 0,
  });
  const bombs = event('raided', { power: 'G', space: 'Kiev', loser: 'R', dice: [6], ipcs: 6 });
  const raid = newest([frame(1, [gun, bombs])]);
  expect([raid?.raid, raid?.attacker, raid?.defender, raid?.ended]).toEqual([true, 'G', 'R', 'raided happens']);
});

test('dice that hit are marked where one number tells, and only if that gives the hits', () => {
  const base = { kind: 'volley', round: 1, side: 'attacker', power: 'G', name: 'attackers', dice: [1, 3, 4] } as const;
  expect(hitting({ ...base, dice: [...base.dice], hitsOn: '3', hits: 2 })).toEqual([true, true, false]);
  expect(hitting({ ...base, dice: [...base.dice], hitsOn: '3', hits: 3 })).toBeNull();
  expect(hitting({ ...base, dice: [...base.dice], hitsOn: '3 and 1', hits: 2 })).toBeNull();
});

test('units are taken away whatever their condition, those alike first', () => {
  const force = [u('G', 'tank', 2), u('G', 'tank', 1, { damage: 1 })];
  expect(without(force, [u('G', 'tank', 1, { damage: 1, moved: 2 })])).toEqual([u('G', 'tank', 2)]);
  expect(total(without(force, [u('G', 'tank', 3)]))).toBe(0);
});

test('every battle of a real game is told to the numbers its end gives', () => {
  const path = new URL('./fixtures/battles.json', import.meta.url);
  const frames = JSON.parse(readFileSync(path, 'utf8')) as Frame[];
  let battles = 0;
  frames.forEach((f, i) => {
    if (!f.events.some((e) => e.kind === 'battle_ended')) return;
    const battle = newest(frames.slice(0, i + 1));
    if (!battle?.survivors || battle.last !== f.n) return;
    const left = standingAfter(battle, battle.steps.length).units;
    expect([battle.space, total(left.attacker), total(left.defender)]).toEqual([
      battle.space,
      total(battle.survivors.attacker),
      total(battle.survivors.defender),
    ]);
    battles += 1;
  });
  expect(battles).toBeGreaterThan(10);
});

test('raids and battles in one frame are told one after the other, each with its own losses', () => {
  const at = (space: string, e: Happening): Happening => ({ ...e, data: { ...e.data, space } });
  const gun = (space: string, hits: number) =>
    event('volley_fired', {
      power: 'R',
      side: 'defender',
      space,
      volley: 'antiaircraft',
      hits_on: '1',
      dice: [hits ? 1 : 4],
      hits,
    });
  const down = event('lost', { power: 'G', force: [u('G', 'bomber', 1)], space: 'Moscow' });
  const bombs = event('raided', { power: 'G', space: 'Baku', loser: 'R', dice: [6], ipcs: 6 });
  const all = battles([frame(1, [gun('Moscow', 1), down, gun('Baku', 0), bombs, begun, at('Kiev', ended)])]);
  expect(all.map((b) => [b.space, b.raid])).toEqual([
    ['Moscow', true],
    ['Baku', true],
    ['Kiev', false],
  ]);
  expect([all[0]?.attacker, all[0]?.defender]).toEqual(['G', 'R']); // although its only bomber is shot down
  expect(losses(all[0] as Battle).attacker).toEqual([u('G', 'bomber', 1)]);
  expect(losses(all[1] as Battle).attacker).toEqual([]);
  expect(new Set(all.map(nameOf)).size).toBe(3);
});

describe('units in a state', () => {
  const states = {
    dogfight: { word: 'dogfight', text: 'fights in the dogfight', lasting: false },
    radar: { word: 'radar', text: 'gun with radar', lasting: true },
  };
  const units = [
    u('G', 'fighter', 2, { marks: ['combat'] }),
    u('G', 'fighter', 1, { marks: ['dogfight', 'apart'] }),
    u('G', 'battleship', 1, { damage: 1 }),
  ];

  test('stand apart on the battle board, with a word', () => {
    const kinds = [
      { id: 'fighter', attack: 3 },
      { id: 'battleship', attack: 4 },
    ];
    const board = { units: kinds, states } as unknown as BoardInfo;
    const numbers = { G: { 'battleship/1': 2, 'fighter/0/dogfight': 1 } };
    const found = ranks(board, 'attacker', units, [], null, numbers);
    expect(found.map((rank) => rank.number)).toEqual([3, 2, 1]);
    const shown = found.flatMap((rank) => rank.stacks);
    expect(shown.map((s) => [s.type, s.count, s.note])).toEqual([
      ['fighter', 2, ''],
      ['battleship', 1, 'damaged'],
      ['fighter', 1, 'dogfight'],
    ]);
  });

  test('that take several hits are selected by hits and counted as units', () => {
    const board = {
      units: [
        { id: 'battleship', attack: 4 },
        { id: 'destroyer', attack: 2 },
      ],
      states,
    } as unknown as BoardInfo;
    const row = (type: string, count: number, units: number) => ({
      type,
      owner: 'G',
      count,
      units,
      text: '',
      stem: type,
    });
    const form: PickUnitsForm = {
      form: 'pick_units',
      low: 1,
      high: 1,
      units: [row('battleship', 4, 2), row('destroyer', 1, 1)],
    };
    const force = [u('G', 'battleship', 2), u('G', 'destroyer', 1)];
    const shown = ranks(board, 'attacker', force, [], form).flatMap((rank) => rank.stacks);
    expect(shown.map((s) => [s.type, s.count, s.units, s.row])).toEqual([
      ['battleship', 4, 2, 0],
      ['destroyer', 1, undefined, 1],
    ]);
  });

  test('have rows and numbers of their own', () => {
    const guns = [u('G', 'gun', 2, { marks: ['radar'] }), u('G', 'gun', 1), ...units];
    const [mine] = byOwner(guns, 'G', states);
    expect(mine?.rows.map((row) => [row.form, row.count])).toEqual([
      ['gun/0/radar', 2],
      ['gun', 1],
      ['fighter', 2],
      ['fighter', 1],
      ['battleship/1', 1],
    ]);
  });
});
