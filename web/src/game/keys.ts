/** The keyboard shortcuts of a game; the help lists them from here. */

export interface Shortcut {
  keys: string;
  what: string;
}

export const SHORTCUTS: { title: string; rows: Shortcut[] }[] = [
  {
    title: 'Playing',
    rows: [
      { keys: 'Enter', what: 'Confirm what is shown' },
      { keys: '1 … 9', what: 'Choose what stands there' },
      { keys: 'Y N', what: 'Yes, no' },
      { keys: 'A', what: 'All units of a space, or none' },
      { keys: 'Esc', what: 'Cancel, close, or deselect' },
      { keys: 'Z', what: 'Take back the last answer' },
    ],
  },
  {
    title: 'What others do',
    rows: [
      { keys: 'Space', what: 'Skip to the present; in the past: play on, or pause' },
      { keys: '1 2 3 4', what: 'Slow, normal, fast, at once (when nothing is asked)' },
    ],
  },
  {
    title: 'Looking back',
    rows: [
      { keys: '← →', what: 'One step back, one step on' },
      { keys: 'Shift + ← →', what: 'One turn back, one turn on' },
      { keys: 'Home, End', what: 'To the beginning, to the present' },
    ],
  },
  {
    title: 'The page',
    rows: [
      { keys: '+ − 0', what: 'Zoom the map in, out, show all of it' },
      { keys: 'P H C S', what: 'Play, history, chat, seats' },
      { keys: 'D', what: 'Hide or show the panel' },
      { keys: '?', what: 'This help' },
    ],
  },
];

/** Does this element take the keys for itself? */
export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
