import { describe, expect, it } from 'vitest';
import type { FindingInfo } from '../src/lib/wire';
import { about, grave, issues, sentence } from '../src/rules/findings';

const titles = new Map([
  ['g.bombs', { title: 'Bombs' }],
  ['g.bomb', { title: 'Bomb research' }],
  ['c.cheap', { title: 'Cheap ships' }],
  ['c.dear', { title: 'Dear ships' }],
]);
const finding = (severity: FindingInfo['severity'], rules: string[], target: string, message: string): FindingInfo => ({
  severity,
  rules,
  target,
  message,
});

describe('what the lint says', () => {
  const clash = (unit: string) =>
    finding(
      'conflict',
      ['c.cheap', 'c.dear'],
      `units.${unit}.cost`,
      `c.cheap sets units.${unit}.cost to 5, c.dear to 9`,
    );

  it('names two conflicting rules once, with every reason, and offers to turn either off', () => {
    const found = issues([clash('submarine'), clash('cruiser')], titles);
    expect(found).toHaveLength(1);
    expect(found[0]?.lead).toBe('“Cheap ships” and “Dear ships” conflict. Turn one of them off.');
    expect(found[0]?.reasons).toEqual([
      '“Cheap ships” sets the cost of submarine to 5, “Dear ships” to 9.',
      '“Cheap ships” sets the cost of cruiser to 5, “Dear ships” to 9.',
    ]);
    expect(found[0]?.cures.map((c) => [c.rule, c.on])).toEqual([
      ['c.cheap', false],
      ['c.dear', false],
    ]);
  });

  it('offers to turn on a missing rule first', () => {
    const [found] = issues([finding('missing', ['g.bombs'], 'g.bomb', 'g.bombs needs g.bomb, which is off')], titles);
    expect(found?.lead).toBe('“Bombs” requires “Bomb research”. Turn it on.');
    expect(found?.cures[0]).toEqual({ rule: 'g.bomb', on: true, label: 'Turn on “Bomb research”' });
    expect(found?.cures[1]).toMatchObject({ rule: 'g.bombs', on: false });
  });

  it('puts problems that prevent a start before notes', () => {
    const note = finding('note', ['g.bombs'], 'c.dear', 'g.bombs without c.dear: it waits for ships');
    const found = issues([note, finding('order', ['c.cheap', 'c.dear'], 'x.y', 'both'), clash('x')], titles);
    expect(found.map((i) => i.severity)).toEqual(['conflict', 'order', 'note']);
    expect(found.map(grave)).toEqual([true, false, false]);
    expect(found[2]?.cures).toEqual([{ rule: 'c.dear', on: true, label: 'Turn on “Dear ships”' }]);
    expect(about(found, 'g.bombs')).toEqual([found[2]]);
  });

  it('says which of two rules counts where the order matters', () => {
    const [found] = issues(
      [finding('order', ['c.cheap', 'c.dear'], 'withdrawals', 'c.cheap and c.dear both answer')],
      titles,
    );
    expect(found?.lead).toBe(
      '“Cheap ships” and “Dear ships” both change withdrawals. “Dear ships” is applied last and wins.',
    );
  });

  it('calls a switch on or off', () => {
    const text = 'c.cheap sets switches.total_victory to False, c.dear to True';
    expect(sentence(finding('conflict', ['c.cheap', 'c.dear'], 'switches.total_victory', text), titles)).toBe(
      '“Cheap ships” sets the switch total victory to off, “Dear ships” to on.',
    );
  });

  it('takes the longer of two ids that begin alike', () => {
    expect(sentence(finding('note', ['g.bombs'], '', 'g.bombs, not g.bomb'), titles)).toBe(
      '“Bombs”, not “Bomb research”.',
    );
  });
});
