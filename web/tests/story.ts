/** Small made-up frames and games for the tests. */

import type { Frame, GameView, Position } from '../src/lib/wire';

export const start: Position = {
  round: 1,
  order: ['Red', 'Blue'],
  power: 'Red',
  phase: 'purchase',
  owners: { Hill: 'Red', Dale: 'Blue' },
  units: { Hill: [{ owner: 'Red', type: 'infantry', count: 3 }] },
  ipcs: { Red: 10, Blue: 12 },
  income: { Red: 10, Blue: 12 },
  techs: {},
  contested: [],
  winner: null,
  ending: '',
};

export function frame(n: number, over: Partial<Frame> = {}): Frame {
  return {
    n,
    at: n,
    kind: 'answer',
    power: 'Red',
    decision: 'move',
    events: [{ kind: 'moved', text: `move ${n}`, data: {} }],
    change: { ipcs: { Red: 10 + n } },
    battle: null,
    asked: [],
    ...over,
  };
}

export function view(over: Partial<GameView> = {}): GameView {
  return {
    id: 'g',
    title: 'A game',
    status: 'playing',
    created: 0,
    revision: 0,
    board: {
      edition: 'small',
      title: 'Small',
      scenario: '',
      fingerprint: '',
      map: false,
      powers: [],
      units: [],
      spaces: [],
      connections: [],
      technologies: [],
      rules: [],
      words: {},
      hidden: [],
    },
    position: start,
    battle: null,
    asked: [],
    questions: [],
    can_undo: false,
    seats: [
      { power: 'Red', kind: 'human', name: 'Ann', online: true, mine: true, decides: true },
      { power: 'Blue', kind: 'computer', name: 'basic', online: false, mine: false },
    ],
    host: true,
    commitment: '',
    salts: [],
    seed: '',
    chat: [],
    faults: '',
    ...over,
  };
}
