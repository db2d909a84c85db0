/** Handle the keys of a game that no form or dialog uses; `keys.ts` lists them for the help. */

import type { LiveGame } from '../lib/live.svelte';
import { prefer, SPEEDS } from '../lib/settings.svelte';
import type { Dock, Tab } from './dock.svelte';
import type { Turn } from './history';
import { typing } from './keys';

/** What the shortcuts act on. */
export interface Desk {
  live: LiveGame;
  dock: Dock;
  turns(): Turn[];
  open(tab: Tab): void;
  help(): void;
  /** Close the inspector. */
  unpin(): void;
  whole(): void;
  zoom(by: 1 | -1): void;
}

/** Show the next or previous turn. */
function leap({ live, turns }: Desk, by: 1 | -1): void {
  if (!live.whole) return;
  const starts = turns().map((t) => t.n);
  const to = by > 0 ? starts.find((n) => n > live.shown) : starts.findLast((n) => n < live.shown);
  live.look(to ?? (by > 0 ? live.newest : 0));
}

/** Skip to the live game, or play or pause a replay; false if already live. */
function skip({ live }: Desk): boolean {
  if (live.paused) live.play();
  else if (live.replaying) live.pause();
  else if (!live.current) live.now();
  else return false;
  return true;
}

/** Handle the keys of a game. Its functions return false if a key has no effect now. */
export function shortcuts(desk: Desk): (event: KeyboardEvent) => void {
  const { live, dock } = desk;
  const pace = (i: number) => () => {
    if (live.question) return false;
    prefer({ speed: SPEEDS[i] });
  };
  const acts: Record<string, (event: KeyboardEvent) => unknown> = {
    z: () => live.view.can_undo && live.current && live.undo(),
    p: () => desk.open('play'),
    h: () => desk.open('history'),
    c: () => desk.open('chat'),
    i: () => desk.open('status'),
    s: () => desk.open('players'),
    d: () => {
      dock.folded = !dock.folded;
    },
    '?': () => desk.help(),
    ' ': () => skip(desk),
    ArrowLeft: (event) => (event.shiftKey ? leap(desk, -1) : live.step(-1)),
    ArrowRight: (event) => (event.shiftKey ? leap(desk, 1) : live.step(1)),
    Home: () => live.whole && live.look(0),
    End: () => live.now(),
    1: pace(0),
    2: pace(1),
    3: pace(2),
    4: pace(3),
    0: () => desk.whole(),
    '+': () => desk.zoom(1),
    '=': () => desk.zoom(1),
    '-': () => desk.zoom(-1),
  };

  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !live.view) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      if (live.error) live.clear();
      else desk.unpin();
      return;
    }
    if (typing(event.target)) return;
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest('.map') && /^(Arrow|Home|End|[+\-0=])/.test(event.key)) return; // the map handles these
    if (event.key === ' ' && on?.closest('button, a, [role="button"]')) return;
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act && act(event) !== false) event.preventDefault();
  };
}
