import { expect, test } from 'vitest';
import { type Order, orderText } from '../src/game/orders';
import { bytes, deviceName } from '../src/lib/push';
import type { BoardInfo } from '../src/lib/wire';
import { dayAfter, dayOf, hourHere, hourThere, timeOf } from '../src/table/days';

test('the key of the server becomes bytes', () => {
  expect([...bytes('_-8A')]).toEqual([255, 239, 0]);
});

test('a device has a name that its owner recognizes', () => {
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux');
  expect(deviceName('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0')).toBe('Edge on Windows');
  expect(deviceName('Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36')).toBe('Chrome on Android');
  expect(deviceName('something else')).toBe('Browser');
});

test('days and hours go there and back', () => {
  for (const day of ['2026-02-28', '2026-03-29', '2026-12-31']) {
    expect(dayOf(timeOf(day))).toBe(day);
    expect(dayOf(timeOf(dayAfter(day)) - 1)).toBe(day);
  }
  expect([dayAfter('2026-02-28'), dayAfter('2026-12-31')]).toEqual(['2026-03-01', '2027-01-01']);
  expect([dayOf(0), timeOf(''), dayAfter('')]).toEqual(['', 0, '']);
  for (let hour = 0; hour < 24; hour++) expect(hourHere(hourThere(hour))).toBe(hour);
});

test('standing orders read as sentences', () => {
  const board = {
    units: [
      { id: 'infantry', name: 'infantry', plural: 'infantry' },
      { id: 'fighter', name: 'fighter', plural: 'fighters' },
    ],
  } as unknown as BoardInfo;
  const told = (order: Order) => orderText(order, board);
  expect(told({ do: 'lose', units: ['infantry'], keep: { fighter: 1 } })).toBe(
    'Lose infantry first, but keep 1 fighter.',
  );
  expect(told({ do: 'lose' })).toBe('Lose the cheapest units first.');
  expect(told({ do: 'retreat', percent: 30, space: 'Ukraine S.S.R.' })).toBe(
    'Retreat if the odds fall under 30% in Ukraine S.S.R.',
  );
  expect(told({ do: 'answer', kind: 'intercept', answer: 'no' })).toBe('Always decline: interception of raids.');
  expect(told({ do: 'advise', until: 'turn' })).toBe('Let the adviser decide, until the end of this turn.');
});
