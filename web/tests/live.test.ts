import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '../src/lib/api';
import { LiveGame, type LiveMessage, type World } from '../src/lib/live.svelte';
import { settings } from '../src/lib/settings.svelte';
import type { Frame, Question, Update } from '../src/lib/wire';
import { frame, start, view } from './story';

class Socket {
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose: (() => void) | null = null;

  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  opened() {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(message: LiveMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const question: Question = {
  id: 7,
  kind: 'develop',
  power: 'Red',
  prompt: 'Dice?',
  rule: '',
  form: { form: 'confirm' },
  context: {},
};
const asked = (frames: Frame[], questions: Question[] = []): Update => ({
  type: 'update',
  frames,
  questions,
  can_undo: false,
  status: 'playing',
  seed: '',
  faults: '',
});
const blue = (n: number) => frame(n, { power: 'Blue' });

let sockets: Socket[];
let world: { [K in keyof World]: ReturnType<typeof vi.fn> };
let game: LiveGame;

const flush = () => vi.advanceTimersByTimeAsync(0);

async function joined(revision = 0, frames: Frame[] = []) {
  world.frames.mockImplementation(async (_, after: number) => frames.filter((f) => f.n > after));
  game.open();
  sockets[0]?.opened();
  sockets[0]?.tell({
    type: 'welcome',
    view: view({ revision, position: { ...start, ipcs: { Red: 10 + revision, Blue: 12 } } }),
  });
  await flush();
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = 'normal';
  sockets = [];
  world = {
    socket: vi.fn(() => {
      const socket = new Socket();
      sockets.push(socket);
      return socket;
    }),
    hello: vi.fn((_, after) => ({ token: 't', after })),
    updates: vi.fn(async () => []),
    view: vi.fn(async () => view()),
    start: vi.fn(async () => start),
    frames: vi.fn(async () => []),
    answer: vi.fn(),
    undo: vi.fn(),
    say: vi.fn(),
    forget: vi.fn(() => false),
  };
  game = new LiveGame('g', world as unknown as World);
});

afterEach(() => {
  game.close();
  vi.useRealTimers();
});

describe('following', () => {
  it('says hello, loads the history, and shows the newest position', async () => {
    await joined(3, [1, 2, 3].map(blue));
    expect(JSON.parse(sockets[0]?.sent[0] ?? '')).toEqual({ token: 't', after: -1 });
    expect(game.whole).toBe(true);
    expect(game.frames.map((f) => f.n)).toEqual([1, 2, 3]);
    expect(game.current).toBe(true);
    expect(game.position.ipcs.Red).toBe(13);
    expect(game.powers).toEqual(['Red']);
  });

  it('shows what others do one frame after another, and asks only when all is shown', async () => {
    await joined();
    sockets[0]?.tell(asked([blue(1), blue(2)], [question]));
    expect(game.newest).toBe(2);
    expect(game.shown).toBe(0);
    expect(game.position.ipcs.Red).toBe(10);
    expect(game.question).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10);
    expect(game.shown).toBe(1);
    expect(game.position.ipcs.Red).toBe(11);
    await vi.advanceTimersByTimeAsync(400);
    expect(game.shown).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(game.shown).toBe(2);
    expect(game.question?.id).toBe(7);
  });

  it('keeps the question that is being answered when it is told again', async () => {
    await joined();
    sockets[0]?.tell(asked([], [question]));
    const first = game.question;
    expect(first?.id).toBe(7);
    sockets[0]?.tell(asked([], [question]));
    sockets[0]?.tell({ type: 'welcome', view: view({ questions: [question] }) });
    expect(game.question).toBe(first);
    sockets[0]?.tell(asked([], [{ ...question, prompt: 'How many dice?' }]));
    expect(game.question?.prompt).toBe('How many dice?');
  });

  it('shows my own answer at once and what follows after it', async () => {
    await joined();
    world.answer.mockResolvedValue({ revision: 1 });
    const answered = game.answer('yes', 7);
    expect(game.busy).toBe(true);
    await flush();
    sockets[0]?.tell(asked([frame(1), blue(2)]));
    expect(game.shown).toBe(1);
    expect(await answered).toBe(true);
    expect(game.busy).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(game.shown).toBe(2);
  });

  it('waits while something is told at length, and a moment longer, but not for ever', async () => {
    await joined();
    sockets[0]?.tell(asked([blue(1), blue(2), blue(3)]));
    await vi.advanceTimersByTimeAsync(10);
    expect(game.shown).toBe(1);
    game.telling = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(game.shown).toBe(1);
    game.telling = false;
    await vi.advanceTimersByTimeAsync(700);
    expect(game.shown).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(game.shown).toBe(2);
    game.telling = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(game.shown).toBe(3);
  });

  it('passes over frames with nothing to see', async () => {
    await joined();
    const nothing = frame(1, { power: 'Blue', events: [], change: {} });
    sockets[0]?.tell(asked([nothing, blue(2)]));
    await vi.advanceTimersByTimeAsync(1);
    expect(game.shown).toBe(2);
  });

  it('resumes after the newest frame when the connection breaks', async () => {
    await joined(1, [blue(1)]);
    sockets[0]?.close();
    expect(game.link).toBe('lost');
    await vi.advanceTimersByTimeAsync(600);
    expect(sockets).toHaveLength(2);
    sockets[1]?.opened();
    expect(JSON.parse(sockets[1]?.sent[0] ?? '')).toEqual({ token: 't', after: 1 });
    sockets[1]?.tell(asked([blue(2)]));
    expect(game.link).toBe('live');
    await vi.advanceTimersByTimeAsync(500);
    expect(game.shown).toBe(2);
  });

  it('waits longer and longer before it tries again', async () => {
    await joined();
    for (let i = 0; i < 5; i++) {
      sockets.at(-1)?.close();
      await vi.advanceTimersByTimeAsync(500 * 2 ** i);
      expect(sockets).toHaveLength(i + 2);
    }
  });

  it('asks now and then where there are no connections', async () => {
    world.updates.mockImplementation(async (_, after) =>
      after < 0 ? [{ type: 'welcome', view: view() }] : [asked([blue(1)])],
    );
    game.open();
    sockets[0]?.close();
    await vi.advanceTimersByTimeAsync(500);
    sockets[1]?.close();
    await vi.advanceTimersByTimeAsync(10);
    expect(game.view.title).toBe('A game');
    expect(game.link).toBe('polling');
    await vi.advanceTimersByTimeAsync(3000);
    expect(game.shown).toBe(1);
  });

  it('fetches what it missed when an update does not join on', async () => {
    await joined();
    world.updates.mockResolvedValue([asked([blue(1), blue(2), blue(3)])]);
    sockets[0]?.tell(asked([blue(3)]));
    await flush();
    expect(world.updates).toHaveBeenCalledWith('g', 0);
    expect(game.newest).toBe(3);
  });

  it('says so when there is no such game', async () => {
    world.updates.mockRejectedValue(new Refused('there is no such game', 404));
    game.open();
    sockets[0]?.close();
    await vi.advanceTimersByTimeAsync(500);
    sockets[1]?.close();
    await vi.advanceTimersByTimeAsync(10);
    expect(game.missing).toBe('there is no such game');
  });
});

describe('a seat that was taken away', () => {
  it('takes its questions with it', async () => {
    await joined();
    sockets[0]?.tell(asked([], [question]));
    expect(game.question?.id).toBe(7);
    world.view.mockRejectedValue(new Refused('no', 0));
    const seats = view().seats.map((seat) => ({ ...seat, mine: false, decides: false }));
    sockets[0]?.tell({ type: 'seated', seats, salts: [], status: 'playing', host: false });
    expect(game.questions).toEqual([]);
  });

  it('leaves its holder as one who watches', async () => {
    world.updates.mockRejectedValue(new Refused('unknown token', 401));
    world.forget.mockReturnValueOnce(true);
    const seats = view().seats.map((seat) => ({ ...seat, mine: false, decides: false }));
    world.view.mockResolvedValue(view({ seats }));
    game.open();
    sockets[0]?.close();
    await vi.advanceTimersByTimeAsync(500);
    sockets[1]?.close();
    await vi.advanceTimersByTimeAsync(10);
    expect(game.unseated).toBe(true);
    expect(game.missing).toBe('');
    expect(game.powers).toEqual([]);
  });
});

describe('answering', () => {
  it('keeps the refusal with its rule, and asks what is new', async () => {
    await joined();
    world.answer.mockRejectedValue(new Refused('too late', 409, 'classic.R1'));
    expect(await game.answer('yes', 7)).toBe(false);
    expect(game.error).toBe('too late');
    expect(game.errorRule).toBe('classic.R1');
    expect(game.busy).toBe(false);
    expect(world.updates).toHaveBeenCalled();
  });

  it('fetches the frame of its answer if it does not come by itself', async () => {
    await joined();
    world.answer.mockResolvedValue({ revision: 1 });
    world.updates.mockResolvedValue([asked([frame(1)], [question])]);
    const answered = game.answer('yes', 7);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await answered).toBe(true);
    expect(game.shown).toBe(1);
    expect(game.question?.id).toBe(7);
  });
});

describe('looking back', () => {
  it('stays in the past until told, and plays on from there', async () => {
    await joined(3, [1, 2, 3].map(blue));
    game.look(1);
    expect(game.position.ipcs.Red).toBe(11);
    expect(game.current).toBe(false);
    sockets[0]?.tell(asked([blue(4)]));
    await vi.advanceTimersByTimeAsync(5000);
    expect(game.shown).toBe(1);
    game.step(1);
    expect(game.shown).toBe(2);
    game.play();
    await vi.advanceTimersByTimeAsync(5000);
    expect(game.shown).toBe(4);
    expect(game.paused).toBe(false);
  });

  it('goes back to the present at once', async () => {
    await joined(3, [1, 2, 3].map(blue));
    game.look(0);
    expect(game.position).toEqual(start);
    game.now();
    expect(game.current).toBe(true);
    expect(game.paused).toBe(false);
    expect(game.position.ipcs.Red).toBe(13);
  });

  it('skips what was taken back', async () => {
    await joined(3, [blue(1), frame(2), frame(3, { kind: 'undo', undoes: 2, events: [], change: {} })]);
    game.look(1);
    game.step(1);
    expect(game.shown).toBe(3);
  });

  it('shows all at once at the speed instant', async () => {
    settings.speed = 'instant';
    await joined();
    sockets[0]?.tell(asked([blue(1), blue(2)]));
    expect(game.current).toBe(true);
  });
});

describe('a rule that fails', () => {
  it('is shown until the next answer, and so is the game that continues', async () => {
    await joined();
    const failing = { rule: 'house.rule', title: 'A rule', sentence: 'The rule house.rule failed.' };
    sockets[0]?.tell({ ...asked([]), failing });
    await flush();
    expect(game.view.failing).toEqual(failing);
    sockets[0]?.tell({ ...asked([blue(1)]), status: 'over', next: 'Ab_-3xyz' });
    await flush();
    expect(game.view.failing).toBeNull();
    expect(game.view.next).toBe('Ab_-3xyz');
  });
});
