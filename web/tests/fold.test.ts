import { describe, expect, it } from 'vitest';
import { apply, Story } from '../src/lib/fold';
import { frame, start } from './story';

describe('apply', () => {
  it('changes only what the change names', () => {
    const after = apply(start, { owners: { Dale: 'Red' }, ipcs: { Red: 7 }, phase: 'combat_move' });
    expect(after.owners).toEqual({ Hill: 'Red', Dale: 'Red' });
    expect(after.ipcs).toEqual({ Red: 7, Blue: 12 });
    expect(after.phase).toBe('combat_move');
    expect(after.round).toBe(1);
    expect(after.units).toBe(start.units);
    expect(start.owners.Dale).toBe('Blue');
  });

  it('takes spaces without units off the board, and can make an owner nobody', () => {
    const after = apply(start, {
      units: { Hill: [], Dale: [{ owner: 'Red', type: 'infantry', count: 3 }] },
      owners: { Hill: null },
    });
    expect(Object.keys(after.units)).toEqual(['Dale']);
    expect(after.owners.Hill).toBeNull();
  });
});

describe('Story', () => {
  const long = () => {
    const story = new Story(start);
    story.add(Array.from({ length: 173 }, (_, i) => frame(i + 1)));
    return story;
  };

  it('gives the same position after any frame, in whatever order it is asked', () => {
    const story = long();
    for (const n of [173, 5, 50, 49, 51, 100, 0, 172, 120, 121, 3])
      expect(story.at(n).ipcs.Red, `frame ${n}`).toBe(10 + n);
    expect(story.at(999)).toEqual(story.at(173));
  });

  it('passes over frames it knows, and refuses a gap', () => {
    const story = long();
    story.add([frame(172), frame(173), frame(174)]);
    expect(story.newest).toBe(174);
    expect(() => story.add([frame(176)])).toThrow(RangeError);
  });

  it('strikes out what was taken back, and skips it when told', () => {
    const story = new Story(start);
    const back = { kind: 'undo' as const, events: [] };
    story.add([
      frame(1),
      frame(2),
      frame(3),
      frame(4, { ...back, undoes: 3 }),
      frame(5, { ...back, undoes: 2 }),
      frame(6),
    ]);
    expect([...story.struck].sort()).toEqual([2, 3, 4, 5]);
    expect(story.next(1)).toBe(6);
    expect(story.next(6, -1)).toBe(1);
    expect(story.next(1, -1)).toBe(0);
    expect(story.next(6)).toBe(6);
  });
});
