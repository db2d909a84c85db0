import { describe, expect, it } from 'vitest';
import { brief, chronicle, type Fight, type Line, sifted, summary, type Turn } from '../src/game/history';
import { Story } from '../src/lib/fold';
import type { BoardInfo, Frame, Position } from '../src/lib/wire';
import opening from './fixtures/opening.json';

const board = {
  ...opening.board,
  phases: ['develop', 'purchase', 'combat_move', 'combat', 'collect'],
} as never as BoardInfo;
const frames = opening.frames as never as Frame[];
const told = chronicle(frames, new Set(), board, opening.start.phase);
const items = (turns: typeof told) => turns.flatMap((t) => t.phases.flatMap((p) => p.items));

describe('chronicle', () => {
  it('tells turn by turn, in the phases in which things happened', () => {
    expect(told.map((t) => [t.round, t.power, t.n])).toEqual([
      [1, 'Soviet Union', 1],
      [1, 'Germany', 25],
    ]);
    expect(told[0]?.phases.map((p) => p.key)).toEqual([
      'begin',
      'purchase',
      'combat_move',
      'combat',
      'noncombat_move',
      'place',
      'collect',
    ]);
    const beginning = told[0]?.phases[0]?.items as Line[];
    expect(beginning.map((l) => l.kind)).toEqual(['game_started', 'rules_agreed']);
    expect(beginning[1]?.text, 'rules by their titles').not.toContain('gemmell.');
  });

  it('tells the end of a game after the turn that has brought it', () => {
    const last = frames.findLast((f) => f.events.some((e) => e.kind === 'income')) as Frame;
    const ended = { kind: 'game_ended', text: 'Allies win: they hold Germany and Japan', data: { side: 'Allies' } };
    const events = [...last.events.filter((e) => e.kind === 'income'), ended];
    const ending = { ...last, events, change: { ...last.change, phase: 'victory' } };
    const [turn] = chronicle([frames[0] as Frame, ending], new Set(), board, 'place');
    expect(turn?.phases.map((p) => p.key).slice(-2)).toEqual(['collect', 'victory']);
  });

  it('puts a battle that runs over several frames into one', () => {
    const fights = items(told).filter((i): i is Fight => i.type === 'fight');
    const [first] = fights;
    expect(first).toMatchObject({ space: 'Ukraine S.S.R.', attacker: 'Soviet Union', n: 11, last: 16 });
    expect(first?.outcome).toBe('the attacker wins');
    expect(first?.lines.map((l) => l.kind)).toEqual([
      'volley_fired',
      'volley_fired',
      'lost',
      'volley_fired',
      'lost',
      'volley_fired',
      'lost',
      'withdrew',
    ]);
    expect(first?.lines[0]).toMatchObject({ dice: [4, 5, 6, 2, 5], hits: 0, on: '1', power: 'Soviet Union' });
    expect(told[0]).toMatchObject({ battles: 2, taken: 1 });
    const long = fights.find((f) => f.space === 'Karelia S.S.R.');
    expect(long?.lines.map((l) => l.round)).toEqual([1, 1, 2, 2, 3, 3, 3]);
    const sea = fights.find((f) => f.space === 'North Sea Zone');
    expect(sea?.lines.map((l) => l.round)).toEqual([1, 1, 1, 1, 1, 1, 2, 2]);
  });

  it('loses nothing: every happening but the beginnings of rounds, turns and battles is in it once', () => {
    const all = items(told).flatMap((i) => (i.type === 'fight' ? i.lines : [i])).length;
    const silent = ['round_started', 'turn_started', 'battle_started', 'battle_ended'];
    const events = frames.flatMap((f) => f.events).filter((e) => !silent.includes(e.kind)).length;
    expect(all).toBe(events);
  });

  it('marks what was taken back, and sifts it out with the filters', () => {
    const undone = chronicle(frames, new Set([3]), board, 'develop');
    const bought = (turns: typeof told) => items(turns).filter((i) => i.type === 'line' && i.kind === 'bought');
    expect(bought(undone).map((i) => i.struck)).toEqual([true, false]);
    expect(bought(sifted(undone, 'money'))).toHaveLength(1);
    expect(items(sifted(told, 'battles')).every((i) => i.type === 'fight' || i.topic === 'battle')).toBe(true);
  });

  it('names every turn once, although a skipped turn and the next begin in one frame', () => {
    const begins = (power: string) => ({ kind: 'turn_started', text: '', data: { power, round: 2 } });
    const both = { ...(frames[0] as Frame), n: 1, events: [begins('Germany'), begins('Japan')] };
    const turns = chronicle([both], new Set(), board, 'develop');
    expect(turns.map((t) => [t.n, t.power])).toEqual([
      [1, 'Germany'],
      [1, 'Japan'],
    ]);
    expect(new Set(turns.map((t) => t.key)).size).toBe(2);
  });

  it('says things in few words', () => {
    const move = frames[5]?.events[0];
    expect(move && brief(move, board)).toBe('2 armor: Russia → Caucasus → Ukraine S.S.R.');
  });
});

describe('a real opening', () => {
  it('folds from the first position, each frame changing what it says', () => {
    const story = new Story(opening.start as never as Position);
    story.add(frames);
    expect(story.at(25)).toMatchObject({ power: 'Germany', phase: 'develop', ipcs: { 'Soviet Union': 27 } });
    expect(story.at(16).owners['Ukraine S.S.R.']).toBe('Soviet Union');
    expect(story.at(60).owners['Ukraine S.S.R.']).toBe('Germany');
  });
});

it('sums a turn up', () => {
  const turn = (battles: number, taken: number) => summary({ battles, taken } as Turn);
  expect([turn(0, 0), turn(1, 0), turn(0, 2), turn(2, 1)]).toEqual([
    '',
    '1 battle',
    '2 captured',
    '2 battles, 1 captured',
  ]);
});
