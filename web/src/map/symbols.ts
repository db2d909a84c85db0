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

/** Marks of places beside their name, by kind of sign; other kinds are a plain `flag`. */
const PLACES: Record<string, string> = {
  base:
    `${disc(16, 5.5, 4)}${disc(16, 5.5, 1.6)}M14.4 9h3.2v3H23v3h-5.4v10.6c3.4-.7 6-3 6.8-6.2l-2.3 1 2.6-6.6 4.6 5.3-2.2-.4` +
    'C26.400 25.400 22 30 16 30S5.600 25.400 4.700 18.700l-2.200 .4 4.600-5.300 2.600 6.600-2.300-1c.8 3.200 3.400 5.500 6.800 6.200V15H9v-3h5.400z',
  mine: `${disc(16, 17, 9)}${disc(13, 14, 2.4)}M14.400 1.500h3.200v5h-3.200zM1.500 15.400h5v3.200h-5zM25.500 15.400h5v3.200h-5zM14.400 27.500h3.200v3.500h-3.200zM5 4.800l2.300-2.300 3.800 3.800-2.300 2.300zM20.900 6.300l3.800-3.800 2.300 2.300-3.800 3.800z`,
  damage: SIGNS.burst,
  army: `${disc(16, 8, 5.5)}M5 30v-6c0-5 4.500-8 11-8s11 3 11 8v6z`,
  convoy: 'M3 18h26l-4 10H7zM9 9h6v8H9zM17 5h6v12h-6z',
  port: 'M2 4h6v14h16V4h6v20H2zM6 27h20v2.500H6zM11 13h10l-2 3.500h-6zM14.800 5h2.400v7h-2.400z',
  stock: 'M4 4h24v24H4zM7 7v18h18V7zM7 14.500h18v3H7zM14.500 7h3v18h-3z',
  flag: 'M7 2h3v28H7zM11 4l16 6-16 7z',
  clock: `${disc(16, 16, 14)}${disc(16, 16, 10.8)}M14.500 7h3v8.200l5.500 3.300-1.500 2.600-7-4.200z`,
  target: SIGNS.target,
};

/** The mark of a kind of sign. */
export const markOf = (kind: string): string => PLACES[kind] ?? (PLACES.flag as string);

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
