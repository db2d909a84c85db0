import { describe, expect, test } from 'vitest';
import { contrast, difference } from '../src/map/color';
import { APART, colors, NEUTRAL, SEA, SIGHTS } from '../src/map/palette';
import opening from './fixtures/opening.json';

const BOARD = opening.board;
const POWERS = colors(BOARD);

describe('the colors of the powers', () => {
  test.each(SIGHTS.flatMap((sight) => (['light', 'dark'] as const).map((theme) => [sight, theme] as const)))(
    'are apart for %s sight, %s theme, from each other and from neutral land',
    (sight, theme) => {
      const fills = [
        ...BOARD.powers.map((p) => [p.name, POWERS[p.name]?.[theme].fill ?? '']),
        ['neutral', NEUTRAL[theme]],
      ];
      for (const [a = '', p = ''] of fills) {
        for (const [b = '', q = ''] of fills) {
          if (a < b) expect(difference(p, q, sight), `${a} and ${b}`).toBeGreaterThanOrEqual(APART);
        }
        expect(difference(p, SEA[theme], sight), `${a} and the sea`).toBeGreaterThanOrEqual(10);
      }
    },
  );

  test('carry signs and names that can be read', () => {
    for (const power of Object.values(POWERS)) {
      for (const shade of [power.light, power.dark]) {
        expect(contrast(shade.plate, shade.sign)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(shade.fill, shade.ink)).toBeGreaterThanOrEqual(3.5); // large, bold and with a halo
      }
    }
  });

  test('are not the only sign: every power has its own pattern and emblem', () => {
    for (const key of ['pattern', 'emblem'] as const) {
      const all = Object.values(POWERS).map((p) => p[key]);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test('powers we do not know are moved apart from each other', () => {
    const power = (name: string, color: string) => ({ name, color, side: '', capital: '', start: 0 });
    const found = colors({ powers: [power('A', '#808080'), power('B', '#828180'), power('C', '#7f8080')] });
    const fills = Object.values(found).map((p) => p.light.fill);
    for (const sight of SIGHTS) {
      expect(difference(fills[0] ?? '', fills[1] ?? '', sight)).toBeGreaterThanOrEqual(APART);
      expect(difference(fills[1] ?? '', fills[2] ?? '', sight)).toBeGreaterThanOrEqual(APART);
    }
  });
});

describe('difference', () => {
  test('agrees with the published examples of CIEDE2000 in sRGB', () => {
    expect(difference('#ff0000', '#ff0000')).toBe(0);
    expect(difference('#000000', '#ffffff')).toBeCloseTo(100, 0);
    // red and green of like brightness lie apart for most people, and close together for deuteranopes
    expect(difference('#b06a50', '#7a8050')).toBeGreaterThan(20);
    expect(difference('#b06a50', '#7a8050', 'deutan')).toBeLessThan(12);
  });
});
