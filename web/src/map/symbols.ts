/** Our own silhouettes of the units, in a box of 32 by 32. Holes are drawn even-odd. Made to be told apart at 16 pixels. */

import type { UnitInfo } from '../lib/wire';

export type Domain = UnitInfo['kind'];

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const bar = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;

const SHAPES: Record<string, string> = {
  // a soldier with helmet and shouldered rifle
  infantry:
    'M14.5 1.2c-3.7 0-6 2.3-6.3 5.6L6.6 8.1v1.2h15.8V8.1l-1.6-1.3c-.3-3.3-2.6-5.6-6.3-5.6z' +
    'M10.2 10.3h8.6c0 2.9-1.8 4.6-4.3 4.6s-4.3-1.7-4.3-4.6z' +
    'M9.6 16h9.8c2 0 3.2 1.2 3.5 3.1l.9 6.1h-3.5l-.5-3.4-.2 9H15.8l-1.3-5-1.3 5H9.4l-.2-9-.5 3.4H5.2l.9-6.1c.3-1.9 1.5-3.1 3.5-3.1z' +
    'M25 3.5h1.7v9.3l1.2 2v9.7h-3.4z',
  // a tank from the side
  tank:
    `M6.4 18.4h19.2a4.9 4.9 0 0 1 0 9.8H6.4a4.9 4.9 0 0 1 0-9.8z${disc(6.7, 23.3, 2)}${disc(12.9, 23.3, 2)}${disc(19.1, 23.3, 2)}${disc(25.3, 23.3, 2)}` +
    'M3.2 17.3l2.3-3.9h19.6l3.6 3.9z' +
    'M8.3 12.3l1.9-6h9.3l1.3 2H31v2.1H21.3l.5 1.9zM11.5 3.4h5v1.9h-5z',
  // a field gun: wheel, shield, barrel, trail
  artillery:
    `${disc(12.5, 21.3, 7.2)}${disc(12.5, 21.3, 4.6)}${disc(12.5, 21.3, 1.9)}` +
    'M10.4 13.2L28.9 3.1l2 3.5L16.2 14.6zM20.2 20.6l-1.7-8.9 2.4-1.2 2.6 10.4-2 .9zM1 25.6l4.9-2.4 1.6 3.1L1 29z',
  // twin barrels pointing at the sky on a cross mount
  antiaircraft_gun:
    'M10.4 15.6L19.5 1l2.2 1.4-8.6 13.8zM15.2 17.6L25.6 4.1l2 1.6-9.4 13.5z' +
    'M6.2 14.4l14.4 6.3-1.9 3.6H16l1.6 3.4h8.9v2.8H3.3v-2.8h7.6l1-3.8-7.7-5.5zM4.2 6.2l2.4-1.7 4.3 7.2-2.7 1.2z',
  // a works with saw-tooth roof and chimney
  industrial_complex:
    'M2 29.5V15.2l7-5v5l7-5v5l5.4-4V2h4.4v9.3H30v18.2zM6 20h4v3.6H6zM13.8 20h4v3.6h-4zM21.6 20h4v3.6h-4zM13.5 25.9h4.6v3.6h-4.6z',
  // one engine, seen from above
  fighter:
    'M16 .8c.7 0 1.2.5 1.4 1.4h4.3v1.5h-3.9l.8 6.4 12.5 3.4c.6.2.9.5.9 1.1v2.6l-13.3.6-.8 7.7 4.5 2v2.2l-4.7-.2L16 31.3l-1.7-1.8-4.7.2v-2.2l4.5-2-.8-7.7L0 17.2v-2.6c0-.6.3-.9.9-1.1l12.5-3.4.8-6.4h-3.9V2.2h4.3C14.8 1.3 15.3.8 16 .8z',
  // four engines, broad wings, big tail
  bomber:
    'M16 .6c1.5 0 2.3 1.8 2.4 4.6l.1 3.1 2.6.5V6.4c0-.8.5-1.3 1.1-1.3s1.1.5 1.1 1.3v2.9l3.2.6V8c0-.8.4-1.2 1-1.2s1 .4 1 1.2v2.4l2.2.5c.8.2 1.3.6 1.3 1.3v1.7l-13.6 1.3-.7 10.3 6.1 1.7v2.4l-6.3-.2L16 31.5l-1.5-2.1-6.3.2v-2.4l6.1-1.7-.7-10.3L0 13.9v-1.7c0-.7.5-1.1 1.3-1.3l2.2-.5V8c0-.8.4-1.2 1-1.2s1 .4 1 1.2v1.9l3.2-.6V6.4c0-.8.5-1.3 1.1-1.3s1.1.5 1.1 1.3v2.4l2.6-.5.1-3.1C13.7 2.4 14.5.6 16 .6z',
  // a freighter: bridge amidships, masts with derricks
  transport:
    'M.6 19.2h30.8l-3 8.3H4.6zM11.6 12.2h8.8V18h-8.8zM14 7.4h4.2v3.8H14zM5.9 6.5h1.8v3.9l3.2 7.5H9l-1.3-3.4V18H5.9v-3.7L4 18H2.4l3.5-7.6zM24.3 6.5h1.8v3.9l3.5 7.5H28l-1.9-3.6V18h-1.8v-3.4L23 18h-1.9l3.2-7.6z',
  // low hull, tower, periscope
  submarine:
    'M.8 19.4c1.6-.7 5-1.1 9.6-1.2l1-6.2h2.2V5.5h4.5v1.7h-2.6V12h3.6l1.1 6.2c6.3.3 10.4 1.5 11.2 3.1-1.2 2.7-6.2 4.3-14 4.3-7.4 0-12.6-.7-15.1-2l-1.5 1.7z',
  // a slim hull, two raked funnels, single guns
  destroyer:
    'M.4 18.6h7.4V16h3.1v2.6h1.6l.7-5.8h3.1l-.5 5.8h1.9l.7-5.8h3.1l-.5 5.8h2V15h2.9l.5 3.6h5.2l-2.6 5.6c-.3.8-.9 1.2-1.8 1.2H4.6zM22.6 9.8h1.6V15h-1.6zM2 15.7l5.2.7v1.2L2 17z',
  // two turrets, bridge and two funnels
  cruiser:
    'M.4 19.4h3.7v-2.5H.8v-1.7h3.9l.9-1.4h3.6l.7 1.9v3.7h1.4V12h2.8v7.4h1.2V11h2.8v8.4h1.3V8.6h1.3V5h1.6v3.6h1.4v10.8h1.3v-3.7l.7-1.9h3.2l.8 1.4h-1.1v1.7h-1v2.5h2.3l-3 5.6c-.4.8-1 1.2-2 1.2H5z',
  // heavy hull, stepped turrets fore and aft, tall tower
  battleship:
    'M.2 20.5h3.9v-2.6H.6v-1.8h3.7l1-1.7h3.9l.5 1.7h.9v-2.4H6.5v-1.6h4.4l.9-1.3h1.6V7.2h1.5V2.4h2.4v4.8h1.9v3.6h1.2l.9 1.3h4.4v1.6h-4.1v2.4h.9l.5-1.7h3.9l1 1.7h2.5v1.8h-2.3v2.6h1.9l-2.8 6c-.4.8-1 1.2-1.9 1.2H4.5z',
  // flat deck, island, a plane on deck
  aircraft_carrier:
    'M.2 16.6h31.6v2.6l-3.5 1.3-1.9 5.8c-.2.7-.8 1-1.6 1H6.3c-.8 0-1.3-.3-1.6-1l-1.3-4.7L.2 19.2zM18.6 9.4h1.9V5.2h1.5v4.2h3.6v6.1h-7zM4.4 11.6l1.5-.2 1.4 1.9 2.6.1 1.6-2.2h1.2l-.5 2.3 3 .3v1.1H6.3c-1.2 0-1.8-1.5-1.9-3.3z',
  // one that may not be seen
  hidden:
    'M5.5 1.5h21a2.5 2.5 0 0 1 2.5 2.5v24a2.5 2.5 0 0 1-2.5 2.5h-21A2.5 2.5 0 0 1 3 28V4a2.5 2.5 0 0 1 2.5-2.5zM10 11.6h3.9c.1-1.5 1-2.3 2.3-2.3 1.2 0 2 .7 2 1.7 0 1.1-.6 1.6-1.8 2.4-1.6 1.1-2.4 2.1-2.3 4.2v.8h3.7v-.6c0-1.2.6-1.7 2-2.6 1.5-1 2.5-2.2 2.5-4.2 0-3-2.5-4.9-6-4.9-3.8 0-6.3 2-6.3 5.5zM13.9 20.6h4v3.8h-4z',
};

/** For types we have not drawn: one for each kind. */
const KINDS: Record<Domain, string> = {
  land: `M4 8h24v17H4zM6.8 10.8v11.4h18.4V10.8zM9.4 13.2l2-1.2 11.2 7.6-2 1.2zM20.6 12.2l2 1.2-11.2 7.4-2-1.2z`,
  air: 'M16 1.5c1.3 0 2 1.6 2 3.6v5.4l13 5.5v3.2l-13-2.6v7l4.2 2.6v2.6L16 27l-6.2 1.8v-2.6L14 23.6v-7L1 19.2V16l13-5.5V5.1c0-2 .7-3.6 2-3.6z',
  sea: `M.8 19h30.4l-3.2 8.4H4.6zM9 12.6h14V18H9zM14 6h4v5.6h-4z`,
  structure: `M3 29V12l13-9 13 9v17zM12.5 18.5h7V29h-7z${bar(6.5, 15, 4, 4)}${bar(21.5, 15, 4, 4)}`,
};

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

/** Types with a silhouette of their own. */
export const DRAWN: readonly string[] = Object.keys(SHAPES);

/** Signs on the map that are no units, in the same box. */
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
