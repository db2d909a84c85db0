import { expect, test } from 'vitest';
import { absentee, acting } from '../src/game/partners';
import type { SeatInfo } from '../src/lib/wire';

const seat = (more: Partial<SeatInfo>) =>
  ({ power: 'Red', kind: 'human', name: 'Anna', online: false, mine: false, standin: true, ...more }) as SeatInfo;

test('a seat says who acts for its player', () => {
  expect(acting(seat({}))).toBe('the computer plays');
  expect(acting(seat({ partners: ['Bo'] }))).toBe('Bo acts for Anna');
  expect(acting(seat({ partners: ['Bo', 'Cy'], mine: true }))).toBe('Bo and Cy act for you');
  expect(acting(seat({ partners: ['Bo'], decides: true }))).toBe('you act for Anna');
});

test('a user is told for whom to act, but not in their own powers', () => {
  expect(absentee([seat({ decides: true })], 'Red')).toBe('Anna');
  expect(absentee([seat({ decides: true, mine: true })], 'Red')).toBe('');
  expect(absentee([seat({ decides: false })], 'Red')).toBe('');
  expect(absentee([], 'Red')).toBe('');
});
