import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Absence } from '../src/game/absence.svelte';
import { Dock } from '../src/game/dock.svelte';
import { pageTitle } from '../src/game/headline';
import type { Turn } from '../src/game/history';
import { type Desk, shortcuts } from '../src/game/shortcuts';
import type { LiveGame } from '../src/lib/live.svelte';
import { settings } from '../src/lib/settings.svelte';
import type { Frame, Question } from '../src/lib/wire';
import { frame, view } from './story';

const turn = (power: string, n: number, last: number) => ({ power, n, last }) as Turn;

describe('the panel beside the board', () => {
  test('is seen when a tab is shown, wherever it was put away', () => {
    const dock = new Dock();
    dock.folded = true;
    dock.sheet = 'peek';
    expect(dock.open).toBe(false);
    dock.show('chat');
    expect(dock.open).toBe(true);
    expect(dock.tab).toBe('chat');
    expect(dock.sheet).toBe('half');
  });

  test('is pulled step by step, far by two, and toggled by a tap', () => {
    const dock = new Dock();
    dock.pulled(100);
    expect(dock.sheet).toBe('full');
    dock.pulled(100);
    expect(dock.sheet).toBe('full');
    dock.pulled(-300);
    expect(dock.sheet).toBe('peek');
    dock.pulled(3);
    expect(dock.sheet).toBe('half');
    dock.pulled(-3);
    expect(dock.sheet).toBe('peek');
  });
});

describe('an absence', () => {
  const game = (frames: Frame[], newest: number) =>
    ({ frames, newest, powers: ['Red'], view: view(), look: vi.fn(), play: vi.fn() }) as unknown as LiveGame;
  const blue = (n: number) => frame(n, { power: 'Blue' });
  const frames = [frame(1), frame(2), ...[3, 4, 5, 6, 7].map(blue)];
  const turns = [turn('Red', 1, 2), turn('Blue', 3, 7)];

  test('is what came after my last turn, if it was more than a little', () => {
    const absence = new Absence(game(frames, 7));
    absence.look(turns);
    expect(absence.since).toBe(2);
    const short = new Absence(game(frames.slice(0, 5), 5));
    short.look(turns);
    expect(short.since).toBe(0);
  });

  test('is over when I play again, or have watched it', () => {
    const live = game(frames, 7);
    const absence = new Absence(live);
    absence.look(turns);
    Object.assign(live, { frames: [...frames, blue(8)], newest: 8 });
    absence.look(turns);
    expect(absence.since).toBe(2);
    Object.assign(live, { frames: [...frames, blue(8), frame(9)], newest: 9 });
    absence.look(turns);
    expect(absence.since).toBe(0);

    const watched = new Absence(game(frames, 7));
    watched.look(turns);
    watched.recap();
    expect(watched.since).toBe(0);
  });
});

describe('the keys of a game', () => {
  let dialog = false;
  const live = {
    view: view(),
    shown: 4,
    newest: 9,
    whole: true,
    look: vi.fn(),
    step: vi.fn(),
    now: vi.fn(),
    clear: vi.fn(),
    error: '',
    current: true,
    question: undefined as Question | undefined,
  };
  const desk = {
    live: live as unknown as LiveGame,
    dock: new Dock(),
    turns: () => [turn('Red', 1, 3), turn('Blue', 4, 6), turn('Red', 7, 9)],
    open: vi.fn(),
    help: vi.fn(),
    unpin: vi.fn(),
    whole: vi.fn(),
    zoom: vi.fn(),
  } satisfies Desk;
  const press = (key: string, more: Partial<KeyboardEvent> = {}) => {
    const prevented = vi.fn();
    shortcuts(desk)({ key, target: null, ...more, preventDefault: prevented } as unknown as KeyboardEvent);
    return prevented.mock.calls.length > 0;
  };

  beforeEach(() => {
    dialog = false;
    vi.stubGlobal('document', { querySelector: () => (dialog ? {} : null) });
    vi.stubGlobal('Element', class {});
    vi.stubGlobal('HTMLElement', class {});
    vi.stubGlobal('localStorage', { setItem: () => {} });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });

  test('lead from turn to turn', () => {
    expect(press('ArrowRight', { shiftKey: true })).toBe(true);
    expect(live.look).toHaveBeenLastCalledWith(7);
    press('ArrowLeft', { shiftKey: true });
    expect(live.look).toHaveBeenLastCalledWith(1);
    press('ArrowLeft');
    expect(live.step).toHaveBeenLastCalledWith(-1);
  });

  test('open the tabs, and mean nothing behind a dialog or with another key', () => {
    press('h');
    expect(desk.open).toHaveBeenLastCalledWith('history');
    dialog = true;
    expect(press('c')).toBe(false);
    dialog = false;
    expect(press('c', { ctrlKey: true })).toBe(false);
    expect(desk.open).toHaveBeenCalledTimes(1);
  });

  test('set the pace only while nothing is asked', () => {
    settings.speed = 'normal';
    live.question = { id: 1 } as Question;
    expect(press('3')).toBe(false);
    expect(settings.speed).toBe('normal');
    live.question = undefined;
    expect(press('3')).toBe(true);
    expect(settings.speed).toBe('fast');
  });

  test('put away the refusal first, then the space that is looked at', () => {
    live.error = 'No.';
    press('Escape');
    expect(live.clear).toHaveBeenCalledTimes(1);
    expect(desk.unpin).not.toHaveBeenCalled();
    live.error = '';
    press('Escape');
    expect(desk.unpin).toHaveBeenCalledTimes(1);
  });

  test('leave the space bar alone in the present', () => {
    expect(press(' ')).toBe(false);
    live.current = false;
    expect(press(' ')).toBe(true);
    expect(live.now).toHaveBeenCalledTimes(1);
  });
});

test('the title of the page says whose turn it is', () => {
  expect(pageTitle(view({ title: 'Night' }))).toBe('Red, round 1 · Night');
  expect(pageTitle(view({ questions: [{ power: 'Red' } as Question] }))).toBe('● Your turn: Red · A game');
  expect(pageTitle(view({ status: 'over' }))).toBe('Over: A game');
});
