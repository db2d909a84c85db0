import { describe, expect, it } from 'vitest';
import { arrowsOf, headline } from '../src/game/headline';
import { byOwner, eliminated, holding, neighbors, rows } from '../src/game/space';
import { Story } from '../src/lib/fold';
import { dwell } from '../src/lib/pace';
import type { BoardInfo, Frame, Position } from '../src/lib/wire';
import opening from './fixtures/opening.json';
import { frame } from './story';

const board = opening.board as never as BoardInfo;
const frames = opening.frames as never as Frame[];
const story = new Story(opening.start as never as Position);
story.add(frames);

describe('headline', () => {
  it('tells what changed the war most', () => {
    expect(headline(frames[15], board)).toMatchObject({
      power: 'Soviet Union',
      text: 'Takes Ukraine S.S.R. from Germany',
      space: 'Ukraine S.S.R.',
    });
    expect(headline(frames[4], board)).toMatchObject({ text: '5 infantry: Caucasus → Ukraine S.S.R.', more: 0 });
  });

  it('has nothing to say of frames without happenings', () => {
    expect(headline(frames[1], board)).toBeNull();
    expect(headline(undefined, board)).toBeNull();
  });
});

describe('arrows', () => {
  it('follow the way, and tell an attack from a march', () => {
    expect(arrowsOf(frames[5], board, story.at(6))).toEqual([
      { path: ['Russia', 'Caucasus', 'Ukraine S.S.R.'], attack: true, power: 'Soviet Union' },
    ]);
    expect(arrowsOf(frames[16], board, story.at(17))[0]?.attack).toBe(false);
    expect(arrowsOf(frames[38], board, story.at(39))[0]?.attack, 'land taken without a fight').toBe(true);
  });
});

describe('pace', () => {
  it('gives battles more time than moves, hurries when much waits, and passes over nothing', () => {
    const [move, battle, nothing] = [frames[4], frames[10], frame(1, { events: [], change: {} })] as Frame[];
    if (!move || !battle || !nothing) throw new Error('the fixture has changed');
    expect(dwell(battle, 'normal', 0)).toBeGreaterThan(dwell(move, 'normal', 0));
    expect(dwell(move, 'normal', 200)).toBeLessThan(dwell(move, 'normal', 5));
    expect(dwell(move, 'slow', 0)).toBeGreaterThan(dwell(move, 'fast', 0));
    expect(dwell(nothing, 'slow', 0)).toBe(0);
    expect(dwell(move, 'instant', 0)).toBe(0);
  });
});

describe('a space', () => {
  const stack = (owner: string, type: string, count: number, over = {}) => ({ owner, type, count, ...over });

  it('counts like units together and tells apart what they carry and have suffered', () => {
    const found = rows([
      stack('Germany', 'infantry', 2),
      stack('Germany', 'infantry', 3, { moved: 1, marks: ['combat'] }),
      stack('Germany', 'transport', 1, { cargo: [{ owner: 'Germany', type: 'infantry' }] }),
      stack('Germany', 'transport', 1),
      stack('Germany', 'battleship', 1, { damage: 1 }),
    ]);
    expect(found.map((r) => [r.type, r.count, r.moved, r.damage, r.cargo])).toEqual([
      ['infantry', 5, 3, 0, []],
      ['transport', 1, 0, 0, ['infantry']],
      ['transport', 1, 0, 0, []],
      ['battleship', 1, 0, 1, []],
    ]);
  });

  it('names its holder first, and its neighbors', () => {
    const units = [stack('United Kingdom', 'fighter', 1), stack('Soviet Union', 'infantry', 2)];
    expect(byOwner(units, 'Soviet Union').map((g) => g.owner)).toEqual(['Soviet Union', 'United Kingdom']);
    expect(neighbors(board, 'Ukraine S.S.R.')).toContain('Caucasus');
    expect(neighbors(board, 'Caucasus')).toContain('Ukraine S.S.R.');
  });

  it('shows a power as eliminated once nothing is left to it or to its countries', () => {
    const [first, second] = board.powers.map((p) => p.name);
    const owners = { Moscow: first ?? '', Atlantic: null };
    const ally = { ...board, powers: board.powers.map((p, i) => (i === 1 ? { ...p, turn_with: first } : p)) };
    const [none, ipcs] = [{}, { [second ?? '']: 1 }];
    expect(eliminated(board, { owners, units: none, ipcs: none }, first ?? '')).toBe(false);
    expect(eliminated(board, { owners, units: none, ipcs: none }, second ?? '')).toBe(true);
    expect(eliminated(board, { owners, units: none, ipcs }, second ?? '')).toBe(false);
    const units = { Atlantic: [stack(second ?? '', 'submarine', 1)] };
    expect(eliminated(board, { owners, units, ipcs: none }, second ?? '')).toBe(false);
    expect(eliminated(board, { owners: none, units, ipcs: none }, first ?? '')).toBe(true);
    expect(eliminated(ally, { owners: none, units, ipcs: none }, first ?? '')).toBe(false);
    const cargo = [{ owner: second ?? '', type: 'infantry' }];
    const aboard = { Atlantic: [stack(first ?? '', 'transport', 1, { cargo })] };
    expect(eliminated(board, { owners: none, units: aboard, ipcs: none }, second ?? '')).toBe(false);
  });

  it('says whose it is', () => {
    expect(holding(board, story.at(0), 'Ukraine S.S.R.')).toBe('Germany');
    expect(holding(board, story.at(16), 'Karelia S.S.R.')).toBe('Soviet Union');
    expect(holding(board, story.at(46), 'Karelia S.S.R.')).toBe('Germany (from Soviet Union)');
    expect(holding(board, story.at(0), 'North Sea Zone')).toBe('Sea zone');
  });
});
