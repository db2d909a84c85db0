/** The colors of the powers on the map: distinct for every kind of color vision, in light and dark, each with a pattern
 * and an emblem, so that color is never the only sign.
 */

import type { BoardInfo } from '../lib/wire';
import { contrast, difference, mix, type Sight } from './color';

export type Pattern = 'rising' | 'falling' | 'dots' | 'level' | 'upright' | 'cross' | 'rings' | 'waves';
export type Emblem = 'star' | 'cross' | 'roundel' | 'sun' | 'ringed' | 'diamond' | 'bars' | 'crown';

export interface Shade {
  /** Its land. */
  fill: string;
  /** Text and lines on its land. */
  ink: string;
  /** The plates of its units: a stronger tone of the same color. */
  plate: string;
  /** Color of symbols and numbers on a plate. */
  sign: string;
}

export interface PowerColors {
  light: Shade;
  dark: Shade;
  pattern: Pattern;
  emblem: Emblem;
}

export const NEUTRAL = { light: '#f0eadd', dark: '#9b9587' } as const;
export const SEA = { light: '#86aebd', dark: '#1d3744' } as const;
export const DARK_INK = '#201810';
export const LIGHT_INK = '#fffaf0';
/** The least difference between two powers' colors for any color vision (see `difference`). */
export const APART = 12;
export const SIGHTS: readonly Sight[] = ['normal', 'protan', 'deutan', 'tritan'];

/** Fills found by search, near the well-known colors of these powers. */
const KNOWN: Record<string, { light: string; dark: string; pattern: Pattern; emblem: Emblem }> = {
  'Soviet Union': { light: '#8e4034', dark: '#7d3a31', pattern: 'rising', emblem: 'star' },
  Germany: { light: '#4f5b67', dark: '#59606c', pattern: 'level', emblem: 'cross' },
  'United Kingdom': { light: '#d2b887', dark: '#bea163', pattern: 'dots', emblem: 'roundel' },
  Japan: { light: '#e07a2a', dark: '#a8742d', pattern: 'falling', emblem: 'sun' },
  'United States': { light: '#558d66', dark: '#4b7a61', pattern: 'upright', emblem: 'ringed' },
};
const PATTERNS: Pattern[] = ['rising', 'level', 'dots', 'falling', 'upright', 'cross', 'rings', 'waves'];
const EMBLEMS: Emblem[] = ['star', 'cross', 'roundel', 'sun', 'ringed', 'diamond', 'bars', 'crown'];

/** The ink that is easier to read on a background. */
export function inkOn(ground: string): string {
  return contrast(ground, DARK_INK) >= contrast(ground, LIGHT_INK) ? DARK_INK : LIGHT_INK;
}

function shade(fill: string): Shade {
  let plate = mix(fill, '#000000', 0.16);
  const sign = inkOn(plate);
  // move the plate's color away from its symbol until that is easy to read
  for (let i = 0; i < 12 && contrast(plate, sign) < 5; i++)
    plate = mix(plate, sign === DARK_INK ? '#ffffff' : '#000000', 0.08);
  return { fill, ink: inkOn(fill), plate, sign };
}

/** The least difference of a color from others, for any color vision. */
export function leastDifference(color: string, others: string[]): number {
  return Math.min(...others.flatMap((other) => SIGHTS.map((sight) => difference(color, other, sight))));
}

/** A color near the wished one and distinct from those taken, found by trying lighter and darker ones. */
function moved(wish: string, taken: string[]): string {
  const tries = [wish];
  for (let step = 1; step <= 9; step++) {
    tries.push(mix(wish, '#000000', step * 0.08), mix(wish, '#ffffff', step * 0.08));
  }
  const found = tries.find((color) => leastDifference(color, taken) >= APART);
  return found ?? tries.reduce((a, b) => (leastDifference(b, taken) > leastDifference(a, taken) ? b : a));
}

/** Power -> its colors on this board. Other powers keep the board's colors, adjusted where needed. */
export function colors(board: Pick<BoardInfo, 'powers'>): Record<string, PowerColors> {
  const out: Record<string, PowerColors> = {};
  const light: string[] = [NEUTRAL.light];
  const dark: string[] = [NEUTRAL.dark];
  const known = board.powers.filter((p) => KNOWN[p.name]);
  const patterns = new Set<Pattern>();
  const emblems = new Set<Emblem>();
  for (const power of [...known, ...board.powers.filter((p) => !KNOWN[p.name])]) {
    const ours = KNOWN[power.name];
    const day = ours?.light ?? moved(power.color, light);
    const night = ours?.dark ?? moved(mix(power.color, '#000000', 0.18), dark);
    const pattern = ours?.pattern ?? PATTERNS.find((p) => !patterns.has(p)) ?? 'rising';
    const emblem = ours?.emblem ?? EMBLEMS.find((e) => !emblems.has(e)) ?? 'diamond';
    light.push(day);
    dark.push(night);
    patterns.add(pattern);
    emblems.add(emblem);
    out[power.name] = { light: shade(day), dark: shade(night), pattern, emblem };
  }
  return out;
}

/** A color for both themes, as CSS. */
export function both(c: PowerColors, what: keyof Shade): string {
  return `light-dark(${c.light[what]}, ${c.dark[what]})`;
}
