import { describe, expect, test } from 'vitest';
import { absentee, acting, audience, team } from '../src/game/partners';
import { sided } from '../src/lib/sides';
import type { BoardInfo, SeatInfo } from '../src/lib/wire';
import { view } from './story';

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

describe('the chat of a side', () => {
  const power = (name: string, side: string) => ({ name, side, color: '', capital: '', start: 0 });
  const board = {
    ...view().board,
    powers: [power('Red', 'near'), power('Rose', 'near'), power('Blue', 'far')],
    words: { near: 'the Near' },
  } as BoardInfo;
  const seats = (rose: SeatInfo['kind'], mine = false): SeatInfo[] => [
    { power: 'Red', kind: 'human', name: 'Anna', online: true, mine: true },
    { power: 'Rose', kind: rose, name: 'Bo', online: true, mine },
    { power: 'Blue', kind: 'human', name: 'Cy', online: true, mine: false },
  ];

  test('is there if another person plays on it', () => {
    expect(team(board, seats('human'), ['Red'])).toBe('the Near');
    expect(team(board, seats('computer'), ['Red'])).toBe('');
    expect(team(board, seats('human', true), ['Red', 'Rose'])).toBe('');
    expect(team(board, seats('human'), [])).toBe('');
  });

  test('follows a power that changes sides', () => {
    const turned = sided(
      board,
      seats('human').map((s) => ({ ...s, side: s.power === 'Rose' ? 'near' : 'far' })),
    );
    expect(turned.powers.map((p) => p.side)).toEqual(['far', 'near', 'far']);
    expect(team(turned, seats('human'), ['Red'])).toBe('far');
    const line = { n: 1, at: 0, name: 'Anna', power: 'Red', text: 'hold', readers: ['Red', 'Rose'] };
    expect(audience(turned, line)).toBe('only Red and Rose');
    expect(sided(board, seats('human'))).toBe(board);
  });

  test('marks its lines', () => {
    const line = { n: 1, at: 0, name: 'Anna', power: 'Red', text: 'hold' };
    expect(audience(board, { ...line, readers: ['Red', 'Rose'] })).toBe('only the Near');
    expect(audience(board, line)).toBe('');
  });
});
