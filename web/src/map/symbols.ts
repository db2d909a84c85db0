/** Silhouettes of the units in a box of 32 by 32, distinguishable at 16 pixels. Holes use the even-odd rule.
 * The images drawn by the command line use the same silhouettes.
 */

import drawn from '../../../src/sandtable/draw/symbols.json';
import type { UnitInfo } from '../lib/wire';

export type Domain = UnitInfo['kind'];

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const bar = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;

const SHAPES: Record<string, string> = drawn.types;
/** Silhouettes for other types: one for each kind. */
const KINDS: Record<Domain, string> = drawn.kinds;

const SAME: Record<string, string> = {
  armor: 'tank',
  mechanized_infantry: 'tank',
  elite_infantry: 'infantry',
  marine: 'infantry',
  aa_gun: 'antiaircraft_gun',
  tactical_bomber: 'bomber',
  carrier: 'aircraft_carrier',
  factory: 'industrial_complex',
  major_industrial_complex: 'industrial_complex',
  minor_industrial_complex: 'industrial_complex',
};

/** The silhouette of a unit type, or the one of its kind. */
export function shapeOf(type: string, kind: Domain | undefined): string {
  return SHAPES[type] ?? SHAPES[SAME[type] ?? ''] ?? KINDS[kind ?? 'land'];
}

/** Unit types with their own silhouette. */
export const DRAWN: readonly string[] = Object.keys(SHAPES);

/** Signs on the map other than units, in the same box. */
export const SIGNS = {
  swords:
    'M3 2.5l4.6 1 12.7 13.2 2.6-2.5 1.9 1.9-2.7 2.7 5.9 6-2.9 2.9-5.9-6-2.7 2.7-1.9-1.9 2.5-2.6L4 7.1z' +
    'M29 2.5l-4.6 1-6.8 7.1 3.6 3.7L28 7.1zM13.9 14.5l3.6 3.7-3.1 3.3-.1.1 2.5 2.6-1.9 1.9-2.7-2.7-5.9 6-2.9-2.9 5.9-6-2.7-2.7 1.9-1.9 2.6 2.5z',
  target: `${disc(16, 16, 11)}${disc(16, 16, 7.6)}${disc(16, 16, 2.8)}${bar(14.6, 1, 2.8, 7)}${bar(14.6, 24, 2.8, 7)}${bar(1, 14.6, 7, 2.8)}${bar(24, 14.6, 7, 2.8)}`,
  arrow: 'M13.5 3.5L28 16 13.5 28.5v-7.7H4v-9.6h9.5z',
  plus: 'M12.6 3h6.8v9.6H29v6.8h-9.6V29h-6.8v-9.6H3v-6.8h9.6z',
  ring: `${disc(16, 16, 13)}${disc(16, 16, 8.6)}${disc(16, 16, 3.6)}`,
  lift: 'M16 2.5L28.5 16h-7.7v12.5h-9.6V16H3.5z',
  star: 'M16 1.8l4.3 9.3 10.1 1.2-7.5 6.9 2 10L16 24.2l-8.9 5 2-10-7.5-6.9 10.1-1.2z',
  burst:
    'M16 1l3.2 8.2 7.6-4.4-3.2 8.2L32 16l-8.4 3 3.2 8.2-7.6-4.4L16 31l-3.2-8.2-7.6 4.4L8.4 19 0 16l8.4-3-3.2-8.2 7.6 4.4z',
} as const;

/** Emblems of the powers, in the same box. */
export const EMBLEMS = {
  star: SIGNS.star,
  cross: 'M11.5 2h9v9.5H30v9h-9.5V30h-9v-9.5H2v-9h9.5z',
  roundel: `${disc(16, 16, 14)}${disc(16, 16, 9)}${disc(16, 16, 4.6)}`,
  sun: disc(16, 16, 12.5),
  ringed: `${disc(16, 16, 15)}M16 3.2l3.3 7.9 8.5.7-6.5 5.6 2 8.3-7.3-4.5-7.3 4.5 2-8.3-6.5-5.6 8.5-.7z`,
  diamond: 'M16 1.5L30 16 16 30.5 2 16z',
  bars: 'M3 4h6v24H3zM13 4h6v24h-6zM23 4h6v24h-6z',
  crown: 'M2 8l7.5 6L16 4l6.5 10L30 8l-3 20H5z',
} as const;
