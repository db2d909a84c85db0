import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forget, inherit, keep, mine, seated, tokenOf, watch, watchSecret } from '../src/lib/tokens';

describe('what a browser has of a game', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });

  test('a seat comes before an invitation to watch, which is no seat', () => {
    watch('a', 'secret');
    expect([tokenOf('a'), seated('a'), mine()]).toEqual(['secret', false, []]);
    keep('a', 'token');
    expect([tokenOf('a'), seated('a'), mine()]).toEqual(['token', true, ['a']]);
    forget('a');
    expect(tokenOf('a')).toBe('');
  });

  test('both hold in the game that continues it', () => {
    watch('a', 'secret');
    expect(inherit('b', 'a', 'A game')).toBe(false);
    expect([tokenOf('b'), seated('b')]).toEqual(['secret', false]);
    keep('a', 'token');
    expect(inherit('c', 'a', 'A game')).toBe(true);
    expect(tokenOf('c')).toBe('token');
  });

  test('only a link to watch has a secret to watch', () => {
    expect(watchSecret('#watch=a-B_9')).toBe('a-B_9');
    for (const hash of ['', '#', '#watch=', '#Germany=x', '#watch=a b']) expect(watchSecret(hash)).toBe('');
  });
});
