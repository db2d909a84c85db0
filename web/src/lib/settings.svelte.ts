/** User settings, stored in this browser. */

export const SPEEDS = ['slow', 'normal', 'fast', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];

interface Settings {
  speed: Speed;
  sound: boolean;
  /** Whether the page shows a notification on the player's turn while it is in the background. */
  notify: boolean;
}

const KEY = 'sandtable.settings';

function stored(): Settings {
  const usual: Settings = { speed: 'normal', sound: false, notify: false };
  try {
    const found = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}');
    return {
      speed: SPEEDS.includes(found.speed) ? found.speed : usual.speed,
      sound: found.sound === true,
      notify: found.notify === true,
    };
  } catch {
    return usual;
  }
}

export const settings: Settings = $state(stored());

/** Change and store some settings. */
export function prefer(wish: Partial<Settings>): void {
  Object.assign(settings, wish);
  localStorage.setItem(KEY, JSON.stringify(settings));
}
