import { describe, expect, test } from 'vitest';
import { PACES, remaining, spell } from '../src/table/paces';

describe('the time to think', () => {
  const clock = { kind: 'turn' as const, seconds: 100, increment: 0, left: { Red: 40 }, since: 1000, asked: ['Red'] };

  test('runs only for the powers asked', () => {
    expect(remaining(clock, 'Red', 1010)).toBe(30);
    expect(remaining(clock, 'Red', 990)).toBe(40); // the clock of this computer is slow
    expect(remaining(clock, 'Blue', 1010)).toBe(100);
  });

  test('is spelled as far as it matters', () => {
    expect(spell(3 * 86400 + 5)).toBe('3 days');
    expect(spell(86400 + 3600 + 120)).toBe('25 h 2 min');
    expect(spell(245)).toBe('4:05');
    expect(spell(-3)).toBe('0:00');
  });

  test('has no limit unless one is chosen', () => {
    expect(PACES[0]?.pace).toBeUndefined();
    for (const { pace } of PACES.slice(1)) expect(pace?.seconds).toBeGreaterThanOrEqual(60);
  });
});
