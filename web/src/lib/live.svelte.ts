/**
 * One game, followed live: through a WebSocket that reconnects, or by polling where WebSockets are blocked. Others'
 * actions are shown frame by frame at a readable pace; the player's own actions are shown at once.
 */

import { api, Refused } from './api';
import { apply, Story } from './fold';
import { dwell, pause } from './pace';
import { settings } from './settings.svelte';
import { sided } from './sides';
import { forget, tokenOf } from './tokens';
import type {
  Accepted,
  Answer,
  BattleInfo,
  Frame,
  GameView,
  Hello,
  Message,
  Position,
  Question,
  Said,
  Say,
  Seated,
  Thinking,
  Update,
  Welcome,
} from './wire';

export type LiveMessage = Welcome | Update | Seated | Said | Thinking;

/** The state of the connection: by WebSocket (`live`), by polling, or neither. */
export type Link = 'connecting' | 'live' | 'polling' | 'lost';

/** What a `LiveGame` needs from its environment; tests supply their own. */
export interface World {
  socket(id: string): WebSocket;
  hello(id: string, after: number): Hello;
  updates(id: string, after: number): Promise<LiveMessage[]>;
  view(id: string): Promise<GameView>;
  start(id: string): Promise<Position>;
  frames(id: string, after: number, limit: number): Promise<Frame[]>;
  answer(id: string, answer: Answer): Promise<Accepted>;
  undo(id: string, revision: number): Promise<Accepted>;
  say(id: string, say: Say): Promise<Message>;
  /** Forget a token that the server rejects; false if there was none. */
  forget(id: string): boolean;
}

const browser: World = {
  ...api,
  socket: (id) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/games/${encodeURIComponent(id)}/live`),
  hello: (id, after) => ({ token: tokenOf(id), after }),
  forget: (id) => {
    const held = tokenOf(id) !== '';
    forget(id);
    return held;
  },
};

/** Milliseconds. */
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;
const POLL = 2_000;
const CHECK = 40_000; // check a connection that has been silent this long
const BEAT = 100;
const LONGEST = 12_000; // the longest time for showing one frame
const PATIENCE = 2_500; // wait for the frame of an accepted answer before requesting it
/** Frames. */
const PAGE = 500;
const MISSED = 150; // after missing this many frames, show the live position at once

/** Keep the objects of decisions that are still open, so that a reconnect does not lose an unfinished answer. */
function kept(had: Question[], now: Question[]): Question[] {
  return now.map((question) => had.find((old) => JSON.stringify(old) === JSON.stringify(question)) ?? question);
}

export class LiveGame {
  /** The latest state of the game; undefined until loaded. */
  view: GameView = $state.raw() as unknown as GameView;
  frames: Frame[] = $state.raw([]);
  shown = $state(0);
  /** Whether the user is viewing an earlier position, with playback paused. */
  paused = $state(false);
  /** Whether a replay is running. */
  replaying = $state(false);
  busy = $state(false);
  error = $state('');
  /** The statement behind the last refusal, such as `classic.R58`, or empty. */
  errorRule = $state('');
  /** The power whose computer player is thinking, or empty. */
  thinking = $state('');
  link: Link = $state('connecting');
  /** Whether the current frame is still being shown, such as a battle roll by roll, so that the next one must wait. */
  telling = $state(false);
  /** Why the game cannot be shown, or empty. */
  missing = $state('');
  /** Whether the user's seat was given to another player, so that they are now a spectator. */
  unseated = $state(false);
  /** Whether all frames are loaded. */
  whole = $state(false);

  private story: Story | null = null;
  private socket: WebSocket | null = null;
  private timers = new Map<string, ReturnType<typeof setTimeout>>();
  private retry = FIRST_RETRY;
  private failures = 0;
  private heard = 0;
  private closed = false;
  private loading: Promise<void> | null = null;
  private waiters: { n: number; done: () => void }[] = [];

  constructor(
    readonly id: string,
    private readonly world: World = browser,
  ) {}

  // --- what is shown -------------------------------------------------------------------------------------------------

  private place: Position = $derived.by(() => {
    const known = this.frames.length;
    return this.story && this.shown < this.newest && this.shown <= known
      ? this.story.at(this.shown)
      : this.view?.position;
  });

  /** The position after frame `shown`. */
  get position(): Position {
    return this.place;
  }

  /** The position after frame `n`, or the latest one while that frame is not loaded. */
  at(n: number): Position {
    return this.story && n <= this.frames.length ? this.story.at(n) : this.view.position;
  }

  get newest(): number {
    return this.view?.revision ?? 0;
  }

  get current(): boolean {
    return this.shown >= this.newest;
  }

  /** The frame on the board, if loaded. */
  get frame(): Frame | undefined {
    return this.frames[this.shown - 1];
  }

  get questions(): Question[] {
    return this.view?.questions ?? [];
  }

  get question(): Question | undefined {
    return this.current ? this.questions[0] : undefined;
  }

  get battle(): BattleInfo | null {
    if (this.current) return this.view?.battle ?? null;
    return this.frame?.battle ?? null;
  }

  get powers(): string[] {
    return this.view?.seats.filter((seat) => seat.mine).map((seat) => seat.power) ?? [];
  }

  /** The powers whose decisions the user makes: their own, and those of partners for whom they act. */
  get decides(): string[] {
    return this.view?.seats.filter((seat) => seat.decides).map((seat) => seat.power) ?? [];
  }

  /** Numbers of frames that were undone or that undo others. */
  get struck(): ReadonlySet<number> {
    void this.frames;
    return this.story?.struck ?? new Set();
  }

  // --- replay --------------------------------------------------------------------------------------------------------

  /** Show the position after frame `n` and stay there; the latest frame is live. */
  look(n: number): void {
    const wanted = Math.max(0, Math.min(n, this.newest));
    this.paused = wanted < this.newest;
    this.replaying = false;
    this.shown = wanted;
    this.later('play', -1);
  }

  /** Step one frame forward or back. */
  step(by: 1 | -1): void {
    if (this.story) this.look(this.story.next(this.shown, by));
  }

  /** Replay from the frame shown until live. */
  play(): void {
    if (this.current) return;
    this.replaying = this.paused;
    this.paused = false;
    this.follow();
  }

  pause(): void {
    if (!this.current) this.look(this.shown);
  }

  /** Show the live position. */
  now(): void {
    this.look(this.newest);
  }

  private settle(): void {
    this.replaying = false;
    this.paused = false;
  }

  /** Go to the next frame when the current one has been shown long enough. */
  private follow(): void {
    if (this.paused || this.current || this.timers.has('play')) return;
    if (!this.story || (settings.speed === 'instant' && !this.replaying)) {
      this.now();
      return;
    }
    if (!this.whole) return; // the frames in between are loading
    const frame = this.frame;
    const waiting = this.replaying ? 0 : this.newest - this.shown;
    const wait = frame && !this.struck.has(frame.n) ? dwell(frame, settings.speed, waiting) : 0;
    this.later('play', settings.speed === 'instant' ? 60 : wait, () => this.onward(0));
  }

  /** Show the next frame once the current one is finished; `waited` is how many milliseconds that has taken. */
  private onward(waited: number): void {
    if (this.paused || !this.story || this.current) return;
    if (this.telling && waited < LONGEST) {
      this.later('play', BEAT, () => this.onward(waited + BEAT));
    } else if (waited && waited < LONGEST) {
      this.later('play', pause(settings.speed), () => this.onward(LONGEST)); // a moment to see the outcome
    } else {
      let n = this.story.next(this.shown);
      // Skip invisible frames without a pause.
      while (n < this.newest && this.frames[n - 1] && dwell(this.frames[n - 1] as Frame, 'normal', 0) === 0)
        n = this.story.next(n);
      this.shown = n;
      if (this.current) this.settle();
      else this.follow();
    }
  }

  // --- actions -------------------------------------------------------------------------------------------------------

  /** Answer the first open decision, or `decision`; false if refused, with the reason in `error`. */
  async answer(text: string, decision?: number): Promise<boolean> {
    const id = decision ?? this.questions[0]?.id;
    if (id === undefined) return false;
    return this.act(() => this.world.answer(this.id, { decision: id, text }));
  }

  /** Undo the latest answer. */
  async undo(): Promise<void> {
    await this.act(() => this.world.undo(this.id, this.newest));
  }

  /** Post a message in the chat, for all or for the user's side; false if refused. */
  async say(text: string, to: Say['to'] = 'all'): Promise<boolean> {
    try {
      this.hear({ type: 'said', message: await this.world.say(this.id, { text, to }) });
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  private async act(request: () => Promise<Accepted>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.clear();
    try {
      const { revision } = await request();
      await this.reach(revision);
      return true;
    } catch (error) {
      this.refuse(error);
      // The client may be out of date: the answer came too late, or its receipt was lost.
      if (error instanceof Refused && (error.status === 409 || error.status === 0)) void this.ask();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Show a refusal. */
  refuse(error: unknown): void {
    this.error = error instanceof Error ? error.message : String(error);
    this.errorRule = error instanceof Refused ? error.rule : '';
  }

  clear(): void {
    this.error = '';
    this.errorRule = '';
  }

  /** Wait for frame `n`, and request it if it does not arrive. */
  private async reach(n: number): Promise<void> {
    for (let tries = 0; this.newest < n && !this.closed && tries < 4; tries++) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([
        new Promise<void>((done) => this.waiters.push({ n, done })),
        new Promise<void>((done) => {
          timer = setTimeout(done, this.link === 'live' ? PATIENCE : 50);
        }),
      ]);
      clearTimeout(timer);
      if (this.newest < n) await this.ask();
    }
  }

  // --- updates from the server ---------------------------------------------------------------------------------------

  /** Start following the game. */
  open(): void {
    this.connect();
    globalThis.addEventListener?.('online', this.wake);
    globalThis.document?.addEventListener('visibilitychange', this.wake);
  }

  /** Stop for good. */
  close(): void {
    this.closed = true;
    globalThis.removeEventListener?.('online', this.wake);
    globalThis.document?.removeEventListener('visibilitychange', this.wake);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.socket?.close();
    this.socket = null;
    for (const waiter of this.waiters) waiter.done();
  }

  private wake = (): void => {
    if (this.closed || globalThis.document?.hidden) return;
    if (this.link !== 'live') this.connect();
    else void this.ask();
  };

  private connect(): void {
    if (this.closed || (this.socket && this.socket.readyState < 2)) return;
    this.later('connect', -1);
    let socket: WebSocket;
    try {
      socket = this.world.socket(this.id);
    } catch {
      this.broken();
      return;
    }
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.world.hello(this.id, this.view ? this.newest : -1)));
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.link = 'live';
      this.failures = 0;
      this.retry = FIRST_RETRY;
      this.later('poll', -1);
      this.hear(JSON.parse(event.data as string) as LiveMessage);
      this.watch();
    };
    socket.onclose = () => {
      if (socket === this.socket) this.broken();
    };
  }

  /** Handle a lost or failed connection. */
  private broken(): void {
    this.socket = null;
    if (this.closed) return;
    this.failures += 1;
    this.thinking = '';
    if (this.link === 'live' || !this.view) this.link = this.view ? 'lost' : 'connecting';
    this.later('watch', -1);
    this.later('connect', this.retry, () => this.connect());
    this.retry = Math.min(this.retry * 2, LAST_RETRY);
    if (this.failures >= 2) this.poll();
  }

  /** Check a silent connection, which may be dead without notice. */
  private watch(): void {
    this.heard = Date.now();
    this.later('watch', CHECK, async () => {
      await this.ask();
      this.watch();
    });
  }

  /** Poll until there is a connection. */
  private poll(): void {
    if (this.closed || this.timers.has('poll')) return;
    this.later('poll', this.view ? POLL : 0, async () => {
      const reached = await this.ask();
      if (this.link === 'live' || this.closed) return;
      this.link = reached ? 'polling' : this.view ? 'lost' : 'connecting';
      this.poll();
    });
  }

  /** Request updates; false if the server cannot be reached. */
  private async ask(): Promise<boolean> {
    try {
      const had = this.newest;
      const messages = await this.world.updates(this.id, this.view ? had : -1);
      if (this.closed) return true;
      for (const message of messages) this.hear(message);
      // Updates that a long-silent connection should have delivered: it is dead.
      if (this.socket && this.link === 'live' && this.newest > had && Date.now() - this.heard > CHECK / 2) {
        this.socket.onclose = null;
        this.socket.close();
        this.broken();
      }
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status === 401 && this.world.forget(this.id)) return this.unseat();
      if (error instanceof Refused && [401, 403, 404].includes(error.status) && !this.view) {
        this.missing = error.message;
        this.close();
      }
      return false;
    }
  }

  /** Continue as a spectator. */
  private async unseat(): Promise<boolean> {
    try {
      this.welcome(await this.world.view(this.id));
      this.unseated = true;
      this.connect();
      return true;
    } catch {
      return false;
    }
  }

  /** Handle one message from the server. */
  hear(message: LiveMessage): void {
    if (message.type === 'welcome') this.welcome(message.view);
    else if (!this.view) return;
    else if (message.type === 'update') this.update(message);
    else if (message.type === 'seated') this.seated(message);
    else if (message.type === 'said') this.said(message.message);
    else if (message.type === 'thinking') this.thinking = message.power;
  }

  private welcome(view: GameView): void {
    const missed = view.revision - (this.story?.newest ?? 0);
    this.view = { ...view, board: sided(view.board, view.seats), questions: kept(this.questions, view.questions) };
    if (!this.paused && (!this.story || missed > MISSED)) this.shown = view.revision;
    if (!this.story || missed > 0) {
      this.whole = false;
      void this.load();
    }
    this.arrived();
  }

  private update(news: Update): void {
    const first = news.frames[0];
    if (first && first.n > this.newest + 1) {
      void this.ask(); // frames are missing in between
      return;
    }
    const fresh = news.frames.filter((frame) => frame.n > this.newest);
    const last = fresh.at(-1);
    const held = new Set(this.decides);
    let position = this.view.position;
    for (const frame of fresh) position = apply(position, frame.change);
    this.view = {
      ...this.view,
      position,
      revision: last?.n ?? this.newest,
      battle: last ? last.battle : this.view.battle,
      asked: last ? last.asked : this.view.asked,
      questions: kept(this.questions, news.questions),
      can_undo: news.can_undo,
      status: news.status,
      seed: news.seed || this.view.seed,
      faults: news.faults,
      clock: news.clock,
      failing: news.failing ?? null,
      next: news.next ?? '',
      proposal: news.proposal ?? null,
    };
    if (last) {
      const wasCurrent = this.shown >= (first?.n ?? 0) - 1;
      if (this.story && this.whole) {
        this.story.add(fresh);
        this.frames = [...this.story.frames];
      }
      // The player's own answer needs no replay, nor does anything before it.
      const own = fresh.findLast((frame) => held.has(frame.power));
      if (!this.paused && own && (wasCurrent || this.busy)) this.shown = Math.max(this.shown, own.n);
      if (!this.story && !this.paused) this.shown = last.n;
    }
    this.arrived();
    this.follow();
  }

  private async seated(news: Seated): Promise<void> {
    const mine = `${this.powers}; ${this.decides}`;
    const { seats, salts, status, host, shares, clock, asleep, listed, invited } = news;
    const held = new Set(seats.filter((seat) => seat.decides).map((seat) => seat.power));
    const questions = this.view.questions.filter((question) => held.has(question.power));
    this.view = {
      ...this.view,
      board: sided(this.view.board, seats),
      seats,
      salts,
      status,
      host,
      questions,
      shares: shares ?? [],
      clock,
      asleep,
      listed,
      invited,
    };
    if (`${this.powers}; ${this.decides}` === mine) return;
    try {
      this.welcome(await this.world.view(this.id)); // the open decisions change with the seats
    } catch (error) {
      if (error instanceof Refused && error.status === 401 && this.world.forget(this.id)) void this.unseat();
    }
  }

  private said(message: Message): void {
    if (this.view.chat.some((line) => line.n === message.n)) return;
    this.view = { ...this.view, chat: [...this.view.chat, message].sort((a, b) => a.n - b.n) };
  }

  private arrived(): void {
    const n = this.newest;
    for (const waiter of this.waiters.filter((w) => w.n <= n)) waiter.done();
    this.waiters = this.waiters.filter((w) => w.n > n);
  }

  /** Load all frames once, and later only missing ones. */
  private load(): Promise<void> {
    this.loading ??= this.fetch().finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  private async fetch(): Promise<void> {
    try {
      const story = this.story ?? new Story(await this.world.start(this.id));
      while (story.newest < this.newest && !this.closed) {
        const more = await this.world.frames(this.id, story.newest, PAGE);
        if (!more.length) break;
        story.add(more);
      }
      if (this.closed) return;
      this.story = story;
      this.frames = [...story.frames];
      this.whole = story.newest >= this.newest;
      if (this.whole && !this.paused && !this.current) this.follow();
    } catch {
      this.later('load', 3_000, () => void this.load());
    }
  }

  /** Set the named timer; a negative wait stops it. */
  private later(name: string, wait: number, what?: () => void): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
    if (wait < 0 || !what || this.closed) return;
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        what();
      }, wait),
    );
  }
}
