/** The keyboard shortcuts of a game, as listed in the help. */

export interface Shortcut {
  keys: string;
  what: string;
}

export const SHORTCUTS: { title: string; rows: Shortcut[] }[] = [
  {
    title: 'Playing',
    rows: [
      { keys: 'Enter', what: 'Confirm' },
      { keys: '1 … 9', what: 'Choose the numbered item' },
      { keys: 'Y N', what: 'Yes, no' },
      { keys: 'A', what: 'Select all units in a space, or none' },
      { keys: 'Esc', what: 'Cancel, close, or deselect' },
      { keys: 'Z', what: 'Undo your last action' },
    ],
  },
  {
    title: 'Other players’ turns',
    rows: [
      { keys: 'Space', what: 'Skip to live; during a replay: play or pause' },
      { keys: '1 2 3 4', what: 'Slow, normal, fast, instant (while you wait)' },
    ],
  },
  {
    title: 'Replay',
    rows: [
      { keys: '← →', what: 'Step back, step forward' },
      { keys: 'Shift + ← →', what: 'Previous turn, next turn' },
      { keys: 'Home, End', what: 'Start of game, live game' },
    ],
  },
  {
    title: 'View',
    rows: [
      { keys: '+ − 0', what: 'Zoom in, zoom out, fit the whole map' },
      { keys: 'P I H C S', what: 'Play, status, history, chat, players' },
      { keys: 'D', what: 'Hide or show the panel' },
      { keys: '?', what: 'Show this help' },
    ],
  },
];

/** Whether an element handles keys itself. */
export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
