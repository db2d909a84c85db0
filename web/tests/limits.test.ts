import { expect, test } from 'vitest';
import { broken, counted, filled, room, stops, used, withCount } from '../src/game/forms/limits';
import type { AllocateForm } from '../src/lib/wire';

const purchase: AllocateForm = {
  form: 'allocate',
  keys: [
    { key: ['infantry'], most: 8 },
    { key: ['tank'], most: 5 },
    { key: ['fighter'], most: 2 },
  ],
  limits: [{ text: '24 IPCs', most: 24, weights: [3, 5, 12] }],
};

test('room is what the key and every limit leave', () => {
  expect(room(purchase, [0, 0, 0], 0)).toBe(8);
  expect(room(purchase, [0, 0, 1], 0)).toBe(4);
  expect(room(purchase, [3, 3, 0], 1)).toBe(0);
  expect(room(purchase, [7, 0, 0], 0)).toBe(1);
});

test('a count is set as near to the wish as may be, its own old count given back first', () => {
  expect(withCount(purchase, [0, 0, 1], 0, 99)).toEqual([4, 0, 1]);
  expect(withCount(purchase, [8, 0, 0], 0, 6)).toEqual([6, 0, 0]);
  expect(withCount(purchase, [8, 0, 0], 2, 1)).toEqual([8, 0, 0]);
});

test('a limit that only counts the bought units of a type is known from its numbers', () => {
  const form: AllocateForm = {
    form: 'allocate',
    keys: [
      { key: ['infantry', 'A'], most: 4 },
      { key: ['infantry', 'B'], most: 4 },
      { key: ['tank', 'A'], most: 1 },
    ],
    limits: [
      { text: '4 new infantry to place', most: 4, weights: [1, 1, 0] },
      { text: 'B produces at most 2 units', most: 2, weights: [0, 1, 0] },
    ],
  };
  expect(form.limits.map((limit) => counted(form, limit, { infantry: 4, tank: 1 }))).toEqual([true, false]);
});

test('the limits that stop a key are named', () => {
  expect(stops(purchase, [8, 0, 0], 1).map((l) => l.text)).toEqual(['24 IPCs']);
  expect(stops(purchase, [0, 0, 0], 1)).toEqual([]);
});

test('negative weights give room and can be broken by taking away', () => {
  const salvage: AllocateForm = {
    form: 'allocate',
    keys: [
      { key: ['fighter', 'North Sea'], most: 2 },
      { key: ['carrier', 'North Sea'], most: 1 },
    ],
    limits: [{ text: 'the aircraft have to go too', most: 0, weights: [-1, 2] }],
  };
  expect(room(salvage, [0, 0], 1)).toBe(0);
  expect(room(salvage, [2, 0], 1)).toBe(1);
  expect(broken(salvage, [2, 1])).toBe('');
  expect(broken(salvage, [1, 1])).toBe('the aircraft have to go too');
  expect(used(salvage.limits[0] as never, [1, 1])).toBe(1);
});

test('filling adds all that fits, in order', () => {
  expect(filled(purchase, [0, 0, 0], [2, 1, 0])).toEqual([0, 0, 2]);
  expect(filled(purchase, [1, 0, 0], [1, 0])).toEqual([1, 4, 0]);
});
