import { afterEach, expect, test, vi } from 'vitest';
import { Attacks } from '../src/game/forms/attacks.svelte';
import { Marshal } from '../src/game/forms/marshal.svelte';
import { api } from '../src/lib/api';
import type { LiveGame } from '../src/lib/live.svelte';
import type { OddsBrief, Question } from '../src/lib/wire';

const units = (type: string) => [
  { owner: 'Germany', type, count: 1 },
  { owner: 'Russia', type, count: 1 },
];
const live = {
  id: 'g',
  newest: 3,
  view: {
    board: {
      powers: [
        { name: 'Germany', side: 'Axis' },
        { name: 'Russia', side: 'Allies' },
      ],
      units: [{ id: 'tank', kind: 'land' }],
      spaces: [],
      words: {},
    },
  },
  position: { owners: {}, units: { Hill: units('tank'), Dale: units('tank') } },
} as unknown as LiveGame;

afterEach(() => {
  vi.restoreAllMocks();
});

test('the odds of every attack on the board are asked for, one after the other', async () => {
  const standing = vi.spyOn(api, 'standing').mockResolvedValue({ attacker_wins: 0.5 } as OddsBrief);
  const attacks = new Attacks(live, () => 'Germany');
  await attacks.refresh();
  expect(standing.mock.calls.map(([, space]) => space)).toEqual(['Dale', 'Hill']);
  expect(attacks.list.map((a) => a.odds?.attacker_wins)).toEqual([0.5, 0.5]);
});

test('when the form is gone, what it was told is read no more', async () => {
  let answered: (odds: OddsBrief) => void = () => {};
  vi.spyOn(api, 'standing').mockReturnValue(
    new Promise((done) => {
      answered = done;
    }),
  );
  const power = vi.fn(() => 'Germany');
  const attacks = new Attacks(live, power);
  const asking = attacks.refresh();
  attacks.close();
  power.mockClear();
  answered({ attacker_wins: 0.5 } as OddsBrief);
  await asking;
  expect(power).not.toHaveBeenCalled();

  const question = vi.fn(() => undefined as Question | undefined);
  const marshal = new Marshal(live, question);
  marshal.close();
  question.mockClear();
  expect(marshal.sources.size).toBe(0);
  expect(question).not.toHaveBeenCalled();
});
