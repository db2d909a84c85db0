import { describe, expect, test } from 'vitest';
import {
  parts,
  readAllocate,
  readAmount,
  readMove,
  readPick,
  writeAllocate,
  writeAmount,
  writeMove,
  writePick,
} from '../src/game/forms/answers';
import type { AllocateForm, AmountForm, BoardInfo, PickUnitsForm } from '../src/lib/wire';

const unit = (id: string, name: string, plural: string, kind = 'land') =>
  ({ id, name, plural, kind, tags: [] }) as unknown as BoardInfo['units'][number];
const units = [
  unit('infantry', 'Infantry', ''),
  unit('tank', 'Armor', 'Armor'),
  unit('fighter', 'Fighter', 'Fighters', 'air'),
  unit('transport', 'Transport', 'Transports', 'sea'),
];

const row = (type: string, count: number, stem: string, owner = 'Germany') => ({
  type,
  owner,
  count,
  units: count,
  stem,
  text: '',
});

describe('picked units', () => {
  const form: PickUnitsForm = {
    form: 'pick_units',
    low: 0,
    high: 9,
    units: [
      row('infantry', 3, 'infantry of Germany'),
      row('fighter', 2, 'fighter (moved 1) of Germany'),
      row('fighter', 1, 'fighter (moved 3) of Germany'),
      row('transport', 2, 'transport (carrying infantry of Germany + tank of Japan) of Germany'),
    ],
  };

  test('are written with their stems, and nothing as nothing', () => {
    expect(writePick(form, [2, 0, 1, 0])).toBe('2 infantry of Germany, 1 fighter (moved 3) of Germany');
    expect(writePick(form, [0, 0, 0, 0])).toBe('nothing');
  });

  test('are read back, in the plural and with commas inside brackets', () => {
    for (const counts of [
      [2, 0, 1, 0],
      [0, 2, 1, 1],
      [0, 0, 0, 0],
    ])
      expect(readPick(form.units, writePick(form, counts), units)).toEqual(counts);
    const plural = '2 fighters (moved 1) of Germany, 1 fighter (moved 3) of Germany';
    expect(readPick(form.units, plural, units)).toEqual([0, 2, 1, 0]);
  });

  test('without their condition stand for the first ones that fit', () => {
    expect(readPick(form.units, '3 fighters', units)).toEqual([0, 2, 1, 0]);
  });

  test('are split at commas outside brackets only', () => {
    expect(parts('1 fighter (moved 2, fought), 2 infantry')).toEqual(['1 fighter (moved 2, fought)', '2 infantry']);
  });
});

describe('allocations', () => {
  const form: AllocateForm = {
    form: 'allocate',
    keys: [
      { key: ['infantry', 'Russia'], most: 9 },
      { key: ['tank', 'Caucasus'], most: 3 },
    ],
    limits: [],
  };
  test('are written with the parts of their keys, and read back', () => {
    expect(writeAllocate(form, [2, 1])).toBe('2 infantry > Russia, 1 tank > Caucasus');
    expect(readAllocate(form, '2 infantry > Russia, 1 tank > Caucasus')).toEqual([2, 1]);
    expect(writeAllocate(form, [0, 0])).toBe('nothing');
    expect(readAllocate(form, 'nothing')).toEqual([0, 0]);
  });
});

describe('amounts', () => {
  const bid: AmountForm = { form: 'amount', low: 3, high: 9, unit: 'IPCs', zero: 'pass' };
  test('of zero are said with their word, where there is one', () => {
    expect(writeAmount(bid, 0)).toBe('pass');
    expect(writeAmount({ ...bid, zero: '' }, 0)).toBe('0');
    expect(readAmount(bid, 'pass')).toBe(0);
    expect(readAmount(bid, '7')).toBe(7);
  });
});

describe('moves', () => {
  test('name units, the whole way and the mission', () => {
    const units_ = [
      { count: 2, stem: 'infantry' },
      { count: 0, stem: 'armor' },
      { count: 1, stem: 'fighter (moved 1)' },
    ];
    expect(writeMove(units_, ['Germany', 'Eastern Europe'])).toBe(
      '2 infantry, 1 fighter (moved 1): Germany > Eastern Europe',
    );
    expect(writeMove([{ count: 1, stem: 'bomber' }], ['Germany', 'Russia'], 'raid')).toBe(
      '1 bomber: Germany > Russia [raid]',
    );
  });
  test('are taken apart again', () => {
    expect(readMove('done')).toBeNull();
    expect(readMove('1 bomber: Germany > Russia [raid]')).toEqual({
      units: '1 bomber',
      path: ['Germany', 'Russia'],
      mission: 'raid',
    });
  });
});
