/** How long each frame stays on the board while others' moves are shown. */

import { silent } from './fold';
import type { Speed } from './settings.svelte';
import type { Frame } from './wire';

/** Milliseconds for each kind of event; all others take `USUAL`. */
const NEEDED: Record<string, number> = {
  round_started: 900,
  turn_started: 700,
  bought: 900,
  developed: 1200,
  technology_gained: 1500,
  battle_started: 1100,
  volley_fired: 1300,
  aa_fired: 1300,
  raided: 1400,
  rocket_fired: 1400,
  battle_ended: 1200,
  captured: 900,
  plundered: 1200,
  placed: 350,
  income: 600,
  phase_started: 150,
  game_ended: 1500,
};
const USUAL = 450;

const FACTOR: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.35, instant: 0 };

/** Milliseconds to show the outcome of a longer sequence, such as a battle. */
export function pause(speed: Speed): number {
  return 900 * FACTOR[speed];
}

/** Factor for the time others' moves are shown. */
export function factor(speed: Speed): number {
  return FACTOR[speed];
}

/** Number of waiting frames from which playback speeds up. */
const PATIENCE = 25;

/** Milliseconds for a frame with `waiting` more to come; 0 keeps an even pace. */
export function dwell(frame: Frame, speed: Speed, waiting: number): number {
  if (silent(frame)) return 0;
  const needed = Math.max(0, ...frame.events.map((event) => NEEDED[event.kind] ?? USUAL)) || 200;
  const hurry = waiting > PATIENCE ? Math.max(0.2, PATIENCE / waiting) : 1;
  return needed * FACTOR[speed] * hurry;
}
