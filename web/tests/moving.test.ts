import { describe, expect, test } from 'vitest';
import { conditions } from '../src/game/conditions';
import { firstChoice, front, goings, manners, movesSoFar, pendingAttacks, targets } from '../src/game/forms/moving';
import type { BoardInfo, Frame, Movable, MovesForm, Position, WaysRow } from '../src/lib/wire';

const unit = (id: string, kind: string) => ({ id, name: id, plural: '', kind, tags: [] });
const land = (name: string) => ({ name, kind: 'land' });
const board = {
  powers: [
    { name: 'Germany', side: 'Axis' },
    { name: 'Russia', side: 'Allies' },
  ],
  units: [
    unit('infantry', 'land'),
    unit('tank', 'land'),
    unit('fighter', 'air'),
    unit('bomber', 'air'),
    unit('carrier', 'sea'),
    unit('complex', 'structure'),
  ],
  spaces: [land('A'), land('B'), land('C'), { name: 'Sea', kind: 'sea' }],
} as unknown as BoardInfo;

const row = (type: string, count: number, ways: [string, number, boolean, string?][], stem = type): WaysRow => ({
  movable: { space: 'A', type, owner: 'Germany', count, text: '', stem },
  ways: ways.map(([path, most, attack, mission]) => ({
    path: path.split('>'),
    most,
    attack,
    mission: mission ?? '',
  })),
});

const rows = [
  row('infantry', 4, [
    ['A>B', 4, true],
    ['A>Sea', 2, false],
  ]),
  row('tank', 2, [
    ['A>B', 2, true],
    ['A>B>C', 2, true],
  ]),
  row('fighter', 1, [
    ['A>B', 1, true],
    ['A>Sea>C', 1, true],
    ['A>Sea', 1, false],
  ]),
  row('bomber', 1, [
    ['A>B', 1, true],
    ['A>B', 1, true, 'raid'],
  ]),
];

describe('what is reached', () => {
  test('by those chosen; by all if none is chosen', () => {
    expect([...targets(rows, [1, 0, 0, 0])]).toEqual([
      ['B', true],
      ['Sea', false],
    ]);
    expect([...targets(rows, [0, 0, 0, 0]).keys()].sort()).toEqual(['B', 'C', 'Sea']);
  });
  test('a click chooses the land units, or else the ships, or else the aircraft', () => {
    expect(firstChoice(board, [rows[0]?.movable, rows[2]?.movable] as never)).toEqual([4, 0]);
    expect(firstChoice(board, [{ type: 'fighter', count: 2 }])).toEqual([2]);
    expect(
      firstChoice(board, [
        { type: 'carrier', count: 1 },
        { type: 'fighter', count: 2 },
      ]),
    ).toEqual([1, 0]);
  });
});

describe('answers', () => {
  test('units on one way go in one answer', () => {
    expect(goings(board, rows, [3, 2, 0, 0], 'B').map((g) => g.text)).toEqual(['3 infantry, 2 tank: A > B']);
  });
  test('units on different ways go in several, aircraft last; who cannot get there stays', () => {
    expect(goings(board, rows, [4, 2, 1, 0], 'C').map((g) => g.text)).toEqual([
      '2 tank: A > B > C',
      '1 fighter: A > Sea > C',
    ]);
  });
  test('what boards goes by itself, and no more than there is room for', () => {
    expect(goings(board, rows, [4, 0, 1, 0], 'Sea').map((g) => g.text)).toEqual([
      '2 infantry: A > Sea',
      '1 fighter: A > Sea',
    ]);
  });
  test('a mission is asked for where there is one, and written behind the way', () => {
    const ways = manners(rows, [0, 0, 0, 1], 'B', {});
    expect(ways.map((m) => m.mission)).toEqual(['', 'raid']);
    const raid = ways.find((m) => m.mission === 'raid') ?? null;
    expect(goings(board, rows, [2, 0, 0, 1], 'B', raid).map((g) => g.text)).toEqual(['1 bomber: A > B [raid]']);
    expect(goings(board, rows, [2, 0, 0, 1], 'B', ways[0]).map((g) => g.text)).toEqual(['2 infantry, 1 bomber: A > B']);
  });
  test('two ways to one target are told apart by what they go through', () => {
    const blitz = [
      row('tank', 1, [
        ['A>B>C', 1, true],
        ['A>D>C', 1, true],
      ]),
    ];
    const ways = manners(blitz, [1], 'C', {});
    expect(ways.map((m) => m.text)).toEqual(['via B', 'via D']);
    expect(goings(board, blitz, [1], 'C', ways[1]).map((g) => g.text)).toEqual(['1 tank: A > D > C']);
    expect(manners(rows, [1, 1, 0, 0], 'B', {})).toHaveLength(1);
  });
});

const frame = (n: number, more: Partial<Frame>): Frame => ({
  n,
  at: 0,
  kind: 'answer',
  power: 'Germany',
  decision: 'move',
  events: [],
  change: {},
  battle: null,
  asked: [],
  ...more,
});
const moved = (n: number, path: string[]) =>
  frame(n, { events: [{ kind: 'moved', text: '', data: { path, force: [{ type: 'tank', count: 1 }] } }] });

test('the moves so far are those of this phase that are not taken back', () => {
  const frames = [
    moved(1, ['X', 'Y']),
    frame(2, { change: { phase: 'combat_move' } }),
    moved(3, ['A', 'B']),
    moved(4, ['A', 'C']),
    frame(5, { kind: 'undo', undoes: 4 }),
    frame(6, { decision: 'casualties' }),
    moved(7, ['B', 'C']),
  ];
  const moves = movesSoFar(frames, 'Germany', board);
  expect(moves.map((m) => m.n)).toEqual([3, 7]);
  expect(moves[0]?.text).toBe('1 tank: A → B');
});

test('attacks stand where own units meet others, or enter their land, or wait to land; complexes are no enemies', () => {
  const position = {
    owners: { A: 'Germany', B: 'Russia', C: 'Russia' },
    units: {
      A: [
        { owner: 'Germany', type: 'infantry', count: 2 },
        { owner: 'Russia', type: 'complex', count: 1 },
      ],
      B: [
        { owner: 'Germany', type: 'tank', count: 2 },
        { owner: 'Russia', type: 'infantry', count: 1 },
      ],
      Sea: [{ owner: 'Germany', type: 'carrier', count: 1, marks: ['landing=C'] }],
    },
  } as unknown as Position;
  expect(pendingAttacks(board, position, 'Germany')).toEqual(['B', 'C']);
});

test('what sets units apart is told in few words', () => {
  const states = { aloft: { word: 'on patrol', text: '', lasting: false } };
  const told = (stem: string) => conditions(stem, states);
  expect(told('transport (carrying infantry of Germany + infantry of Germany, combat)')).toEqual([
    'carrying 2 infantry',
  ]);
  expect(told('transport (carrying infantry of United Kingdom + armor of Germany, landing=Western Europe)')).toEqual([
    'carrying infantry, armor',
    'to land in Western Europe',
  ]);
  expect(told('submarine (moved 2, combat, fought)')).toEqual(['moved 2 spaces', 'has fought']);
  expect(told('submarine (moved 1, fought) of Germany')).toEqual(['moved 1 space', 'has fought']);
  expect(told('fighter (aloft, just_seen, carried=bomber)')).toEqual(['on patrol', 'just seen']);
  expect(conditions('battleship (damaged 1, fought)', states, ['fought'])).toEqual(['damaged']);
  expect(told('infantry')).toEqual([]);
});

test('a phase of moves starts at the strongest units next to an enemy, or where units must move', () => {
  const here = {
    powers: [
      { name: 'Germany', side: 'axis' },
      { name: 'Russia', side: 'allies' },
    ],
    units: [
      { id: 'infantry', cost: 3 },
      { id: 'fighter', cost: 12 },
    ],
    connections: [
      ['A', 'B'],
      ['B', 'C'],
      ['B', 'D'],
    ],
  } as unknown as BoardInfo;
  const position = {
    owners: { A: 'Germany', B: 'Germany', C: 'Russia', D: 'Russia' },
    units: {},
  } as unknown as Position;
  const row = (space: string, type: string, count: number) => ({ space, type, count }) as Movable;
  const form = (movable: Movable[], must: Movable[] = []) => ({ movable, must }) as unknown as MovesForm;
  const rear = row('A', 'fighter', 4);
  expect(front(here, position, form([rear, row('B', 'infantry', 2)]), 'Germany')).toBe('B');
  expect(front(here, position, form([rear]), 'Germany')).toBe('A');
  expect(front(here, position, form([row('B', 'infantry', 2), rear], [rear]), 'Germany')).toBe('A');
  expect(front(here, position, form([]), 'Germany')).toBe('');
});
