import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Looking } from '../src/lib/looking';

describe('how far a person has looked', () => {
  const told: number[] = [];
  const tell = async (revision: number) => {
    told.push(revision);
    return { mail: true };
  };
  beforeEach(() => {
    vi.useFakeTimers();
    told.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('is told once for each frame that stays in view', () => {
    const looking = new Looking('game', tell, () => true);
    looking.at(3, true);
    vi.advanceTimersByTime(1000);
    looking.at(4, true); // the next frame came before the person has looked
    vi.advanceTimersByTime(2000);
    looking.at(4, true);
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([4]);
  });

  it('is not told of a hidden page, a page that was left, or a guest', () => {
    const looking = new Looking('game', tell, () => true);
    looking.at(3, true);
    looking.at(3, false);
    vi.advanceTimersByTime(5000);
    looking.at(3, true);
    looking.stop();
    vi.advanceTimersByTime(5000);
    new Looking('game', tell, () => false).at(9, true);
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([]);
  });
});
