/** The time to think in a new game, and how it is shown. */

import type { ClockInfo, Pace } from '../lib/wire';

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

/** The paces to choose from; the first one has no limit. */
export const PACES: { label: string; pace?: Pace }[] = [
  { label: 'No time limit' },
  ...[1, 2, 3, 7].map((days) => ({
    label: days === 1 ? '1 day for each turn' : `${days} days for each turn`,
    pace: { kind: 'turn' as const, seconds: days * DAY, increment: 0 },
  })),
  { label: '1 hour for each turn', pace: { kind: 'turn', seconds: HOUR, increment: 0 } },
  { label: '30 minutes, and 1 more for each turn', pace: { kind: 'bank', seconds: 30 * MINUTE, increment: MINUTE } },
  { label: '60 minutes, and 3 more for each turn', pace: { kind: 'bank', seconds: HOUR, increment: 3 * MINUTE } },
];

/** A pace in words. */
export function paced(pace: Pace | null | undefined): string {
  if (!pace) return 'no time limit';
  if (pace.kind === 'bank')
    return `${spell(pace.seconds)} for the game, and ${spell(pace.increment ?? 0)} more for each turn`;
  return `${spell(pace.seconds)} for each turn`;
}

/** The seconds that a power has left at a time in seconds since 1970. */
export function remaining(clock: ClockInfo, power: string, now: number): number {
  const left = clock.left[power] ?? clock.seconds;
  return clock.asked.includes(power) ? left - Math.max(0, now - clock.since) : left;
}

/** Seconds in words, as far as they matter: ``2 days``, ``5 h 20 min``, ``4:05``. */
export function spell(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  if (left >= 2 * DAY) return `${Math.floor(left / DAY)} days`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min`;
  return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, '0')}`;
}
