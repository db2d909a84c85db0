import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Atlas } from '../src/lib/api';
import type { BoardInfo, Position } from '../src/lib/wire';
import { arcPoints, gap, Sheet, sheet, wrap } from '../src/map/atlas';
import { curve, direct, unrolled } from '../src/map/curve';
import { distances, ground, idAt, rooms } from '../src/map/ground';
import { lassoOf } from '../src/map/lasso';
import { cellsOf, domains, type Layout, layout, split, step, zoneName } from '../src/map/layout';
import { noteAt, signAt } from '../src/map/notes';
import { place } from '../src/map/place';
import { DRAWN, shapeOf } from '../src/map/symbols';
import { ARROWS, beside } from '../src/map/walk';
import { spaceText } from '../src/map/words';
import opening from './fixtures/opening.json';

const ATLAS = JSON.parse(readFileSync('../src/sandtable/editions/classic/map.json', 'utf8')) as Atlas;
const BOARD = opening.board as unknown as BoardInfo;
const START = opening.start as unknown as Position;
const SHEET = sheet(ATLAS);
const CELLS = ground(SHEET);
const AROUND = { sheet: SHEET, ground: CELLS, rooms: rooms(CELLS), board: BOARD };
const measure = (text: string, size: number) => text.length * size * 0.5;

describe('the sheet', () => {
  test('an arc is a first point and steps, and runs backwards for ~n', () => {
    const tiny = { ...ATLAS, arcs: [[10, 20, 3, 0, 0, -4]] };
    expect([...arcPoints(tiny, 0)]).toEqual([10, 20, 13, 20, 13, 16]);
    expect([...arcPoints(tiny, ~0)]).toEqual([13, 16, 13, 20, 10, 20]);
  });

  test('finds every space under its own label point, also a whole map to the west', () => {
    for (const [name, [x, y]] of Object.entries(ATLAS.labels)) {
      expect(SHEET.at(x, y)).toBe(name);
      expect(SHEET.at(x - ATLAS.width, y)).toBe(name);
    }
  });

  test('shows every connection as a common border, so that no link needs to be drawn', () => {
    const links = SHEET.links(BOARD.connections as unknown as [string, string][]);
    expect(links.map((l) => `${l.a} - ${l.b}`)).toEqual([]);
  });

  test('a connection that is not drawn becomes a link', () => {
    const links = SHEET.links([
      ['Germany', 'Brazil'],
      ['Germany', 'Western Europe'],
      ['Germany', 'Nowhere'],
    ]);
    expect(links).toEqual([{ a: 'Germany', b: 'Brazil' }]);
  });

  test('borders run over the seam', () => {
    const over = BOARD.connections as unknown as [string, string][];
    const seam = over.filter(([a, b]) => Math.abs(SHEET.disc(a)[0] - SHEET.disc(b)[0]) > 6000);
    expect(seam.length).toBeGreaterThan(2);
    for (const [a, b] of seam) expect(SHEET.touching.get(a)?.has(b)).toBe(true);
  });

  test('lines leave out the seam and the frame', () => {
    const lines = SHEET.lines((name) => BOARD.spaces.find((s) => s.name === name)?.kind === 'land');
    const all = [
      ...lines.coast,
      ...lines.border,
      ...lines.zone,
      ...[...SHEET.outlines.keys()].map((n) => SHEET.rim(n)),
    ];
    const along: string[] = [];
    for (const part of all.join('').split('M').slice(1)) {
      const [first = '', rest = ''] = part.split('l');
      let [x = 0, y = 0] = first.split(' ').map(Number);
      const steps = rest.replace('z', '').trim().split(' ').map(Number);
      for (let i = 0; i + 1 < steps.length; i += 2) {
        const [u, v] = [x + (steps[i] ?? 0), y + (steps[i + 1] ?? 0)];
        if ((x <= 1 && u <= 1) || (y <= 1 && v <= 1)) along.push(`${x} ${y}`);
        if (Math.min(x, u) >= ATLAS.width - 1 || Math.min(y, v) >= ATLAS.height - 1) along.push(`${x} ${y}`);
        [x, y] = [u, v];
      }
    }
    expect(along).toEqual([]);
  });

  test('the short way leads over the seam', () => {
    expect(wrap(-10, 8000)).toBe(7990);
    expect(gap(7900, 100, 8000)).toBe(200);
    expect(gap(100, 7900, 8000)).toBe(-200);
    expect(
      unrolled(
        [
          [7900, 0],
          [100, 50],
        ],
        8000,
      ),
    ).toEqual([
      [7900, 0],
      [8100, 50],
    ]);
  });
});

test('on a map that does not wrap nothing lies beyond the edges', () => {
  const region = new Sheet({ ...ATLAS, wraps: false });
  const cells = ground(region, 16);
  const [x, y] = region.disc('Alaska');
  expect(region.at(x - ATLAS.width, y)).toBeUndefined();
  expect(cells.names[idAt(cells, x, y) - 1]).toBe('Alaska');
  expect(idAt(cells, x - ATLAS.width, y)).toBe(0);
  expect(gap(100, 7900, Infinity)).toBe(7800);
  expect(wrap(-10, Infinity)).toBe(-10);
});

test('distances count to the edges of a map that does not wrap', () => {
  expect([...distances(5, 3, new Uint8Array(15))].every((far) => far > 3000)).toBe(true);
  expect([...distances(5, 3, new Uint8Array(15), 'other')].slice(5, 10)).toEqual([3, 6, 9, 6, 3]);
});

describe('the ground', () => {
  test('knows the space under every label point', () => {
    const wrong = Object.entries(ATLAS.labels)
      .filter(([name, [x, y, radius]]) => radius > 12 && CELLS.names[idAt(CELLS, x, y) - 1] !== name)
      .map(([name]) => name);
    expect(wrong).toEqual([]);
  });

  test('has room in every space, at places that belong to it', () => {
    for (const [name, room] of AROUND.rooms) {
      expect(room.spots.length, name).toBeGreaterThan(0);
      for (const [x, y] of room.spots) expect(CELLS.names[idAt(CELLS, x, y) - 1]).toBe(name);
    }
  });
});

/** The corners of a rectangle written at a place, in pixels. */
function overlaps(l: Layout): string[] {
  const all = [
    ...[...l.stacks.values()].map((s) => ({ ...s, what: `units in ${s.space}` })),
    ...[...l.labels.values()].map((s) => ({ ...s, what: `name of ${s.space}` })),
  ];
  const out: string[] = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      const dx = Math.abs(gap(a.x, b.x, ATLAS.width)) * l.scale;
      const dy = Math.abs(a.y - b.y) * l.scale;
      if (dx < (a.width + b.width) / 2 - 0.01 && dy < (a.height + b.height) / 2 - 0.01)
        out.push(`${a.what}, ${b.what}`);
    }
  });
  return out;
}

/** A position late in a long game: everything everywhere. */
function crowded(): Position {
  const units: Position['units'] = {};
  for (const space of BOARD.spaces) {
    const types =
      space.kind === 'land'
        ? ['infantry', 'tank', 'fighter', 'antiaircraft_gun']
        : ['transport', 'submarine', 'battleship'];
    units[space.name] = types.map((type, i) => ({ owner: space.owner ?? 'Germany', type, count: 3 * i + 1 }));
  }
  return { ...START, units };
}

describe('the layout', () => {
  test.each([0.05, 0.12, 0.18, 0.24, 0.36, 0.55, 0.9, 1.6])('covers nothing with anything at scale %d', (scale) => {
    expect(overlaps(layout(AROUND, START, scale, measure))).toEqual([]);
  });

  test.each([0.18, 0.55, 1.2])('shows all units at scale %d, and every name once there is room', (scale) => {
    const found = layout(AROUND, START, scale, measure);
    const held = Object.keys(START.units).filter((s) => START.units[s]?.length);
    expect([...found.stacks.keys()].sort()).toEqual(held.sort());
    if (scale > 0.5) expect(BOARD.spaces.map((s) => s.name).filter((s) => !found.labels.has(s))).toEqual([]);
  });

  test('keeps the numbers when it sums up', () => {
    for (const scale of [0.05, 0.1, 0.18, 1]) {
      const found = layout(AROUND, crowded(), scale, measure);
      for (const stack of found.stacks.values()) {
        const cells = stack.plates.flatMap((p) => p.cells);
        const sum = cells.filter((c) => c.type !== 'industrial_complex').reduce((n, c) => n + c.count, 0);
        const all = (crowded().units[stack.space] ?? []).reduce((n, u) => n + u.count, 0);
        const passive = (crowded().units[stack.space] ?? []).find((u) => u.type === 'antiaircraft_gun')?.count ?? 0;
        expect(sum, `${stack.space} at ${scale}`).toBe(stack.level === 'brief' ? all - passive : all);
      }
    }
  });

  test('a crowded board is drawn without one stack over another from half a pixel a unit on', () => {
    const found = layout(AROUND, crowded(), 0.55, measure);
    expect(overlaps({ ...found, labels: new Map() })).toEqual([]);
  });

  test('units far from their space are tied to it by a line', () => {
    const found = layout(AROUND, START, 0.3, measure);
    for (const stack of found.stacks.values()) {
      const [x, y, radius] = SHEET.disc(stack.space);
      const dx = Math.max(0, Math.abs(gap(x, stack.x, ATLAS.width)) * 0.3 - stack.width / 2);
      const dy = Math.max(0, Math.abs(y - stack.y) * 0.3 - stack.height / 2);
      const inside = CELLS.names[idAt(CELLS, stack.x, stack.y) - 1] === stack.space;
      if (!inside && Math.hypot(dx, dy) > Math.max(6, radius * 0.3)) expect(stack.leader, stack.space).not.toBeNull();
    }
  });

  test('units that look alike are one symbol; cargo and damage set them apart', () => {
    const cells = cellsOf(
      [
        { owner: 'Japan', type: 'transport', count: 2 },
        { owner: 'Japan', type: 'transport', count: 1, moved: 2, marks: ['combat'] },
        {
          owner: 'Japan',
          type: 'transport',
          count: 1,
          cargo: [
            { owner: 'Japan', type: 'infantry' },
            { owner: 'Japan', type: 'tank' },
          ],
        },
        { owner: 'Japan', type: 'battleship', count: 1, damage: 1 },
        { owner: 'Japan', type: 'battleship', count: 1 },
      ],
      domains(BOARD),
    );
    expect(cells.map((c) => [c.type, c.count, c.pips.join('+'), c.damaged])).toEqual([
      ['transport', 3, '', false],
      ['transport', 1, 'dot+square', false],
      ['battleship', 1, '', true],
      ['battleship', 1, '', false],
    ]);
  });

  test('scales go in steps, five to a doubling', () => {
    expect(step(step(0.37))).toBeCloseTo(step(0.37));
    expect(new Set([0.5, 0.6, 0.7, 0.8, 0.9, 1].map(step)).size).toBe(6);
  });
});

describe('names', () => {
  test('zones are seas, oceans keep their names', () => {
    expect(zoneName('Red Sea Zone')).toBe('Red Sea');
    expect(zoneName('North Sea Zone')).toBe('North Sea');
    expect(zoneName('Central Mediterranean Sea Zone')).toBe('Central Mediterranean');
    expect(zoneName('Karelia Sea Zone')).toBe('Karelia Sea');
    expect(zoneName('Indian Ocean Sea Zone')).toBe('Indian Ocean');
  });

  test('are split into lines of like length', () => {
    expect(split('WESTERN UNITED STATES', 2)).toEqual(['WESTERN', 'UNITED STATES']);
    expect(split('FINLAND-NORWAY', 2)).toEqual(['FINLAND-', 'NORWAY']);
    expect(split('ARGENTINA-CHILE', 1)).toEqual(['ARGENTINA-CHILE']);
    expect(split('INDIA', 2)).toEqual(['INDIA']);
  });

  test('a space is told in one line', () => {
    expect(spaceText('Germany', BOARD, START)).toMatch(
      /^Germany, controlled by Germany, capital, worth 10 IPCs: 4 infantry, 2 armor, 1 antiaircraft gun, 1 industrial complex, /,
    );
    const mixed = {
      ...START,
      units: {
        Russia: [
          { owner: 'United Kingdom', type: 'fighter', count: 2 },
          { owner: 'Soviet Union', type: 'hidden', count: 1 },
        ],
      },
    };
    expect(spaceText('Russia', BOARD, mixed)).toBe(
      'Russia, controlled by Soviet Union, capital, worth 8 IPCs: United Kingdom with 2 fighters; Soviet Union with 1 hidden unit',
    );
    expect(spaceText('Turkey', BOARD, { ...START, units: {} })).toMatch(/^Turkey, neutral/);
  });
});

test('a path is scaled and moved in its own numbers', () => {
  expect(place('M1 2h3v-4l-1.5.5H0V1z', 2, 10, 20)).toBe('M12 24h6v-8l-3 1H10V22z');
  expect(place('M4 4a2 3 0 1 0 4 0C1 2 3 4 5 6z', 0.5, 1, 1)).toBe('M3 3a1 1.5 0 1 0 2 0C1.5 2 2.5 3 3.5 4z');
  for (const type of DRAWN) {
    // every number of a silhouette is understood: put nowhere in its own size, it is the same
    const numbers = (d: string) => (d.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const d = shapeOf(type, 'land');
    expect(numbers(place(d, 1, 0, 0))).toEqual(numbers(d));
  }
});

test('a curve starts and ends where it should, short of its end', () => {
  expect(
    curve([
      [0, 0],
      [100, 0],
      [100, 100],
    ]),
  ).toMatch(/^M0 0C.* 100 100$/);
  expect(
    curve(
      [
        [0, 0],
        [100, 0],
        [100, 100],
      ],
      10,
    ),
  ).toMatch(/ 100 90$/);
  expect(curve([[0, 0]])).toBe('');
});

describe('walking by arrow keys', () => {
  const names = BOARD.spaces.map((s) => s.name);
  const go = (space: string, key: string) => beside(SHEET, names, space, ARROWS[key] ?? [0, 0]);

  test('leads to the neighbor in that direction', () => {
    expect(go('Germany', 'ArrowRight')).toBe('Eastern Europe');
    expect(go('Germany', 'ArrowDown')).toBe('Switzerland');
  });

  test('leads on over the seam', () => {
    const all = new Set(
      [...'12345678901234567890'].reduce<string[]>(
        (way) => [...way, go(way.at(-1) ?? '', 'ArrowRight') ?? ''],
        ['Germany'],
      ),
    );
    expect([...all].map((s) => SHEET.disc(s)[0]).some((x, i, xs) => i > 0 && x < (xs[i - 1] ?? 0) - 4000)).toBe(true);
  });

  test('stays among the spaces it is given', () => {
    expect(beside(SHEET, ['Germany', 'Brazil'], 'Germany', [0, 1])).toBe('Brazil');
    expect(beside(SHEET, ['Germany'], 'Germany', [0, 1])).toBeUndefined();
  });
});

test('a way that doubles back is drawn without its turning point, one round a corner with it', () => {
  const back: [number, number][] = [
    [0, 0],
    [-200, 10],
    [-90, 20],
  ];
  expect(direct(back)).toEqual([back[0], back[2]]);
  const corner: [number, number][] = [
    [0, 0],
    [100, 0],
    [100, 100],
  ];
  expect(direct(corner)).toEqual(corner);
});

describe('signs and notes at a space', () => {
  const empty = (stacks: object[], labels: object[] = []) =>
    ({
      scale: 0.5,
      stacks: new Map(stacks.map((s, i) => [i ? String(i) : 'Here', s])),
      labels: new Map(labels.map((l, i) => [String(i), l])),
    }) as unknown as Layout;
  const units = { x: 1000, y: 500, width: 40, height: 20 };

  test('stands below the units', () => {
    const [x, y] = noteAt(empty([units]), 'Here', [1000, 500], 60, 30);
    expect(x).toBe(1000);
    expect(y).toBeGreaterThan(500 + 20);
  });

  test('gives way to a name below them', () => {
    const name = { x: 1000, y: 540, width: 80, height: 12 };
    const [x, y] = noteAt(empty([units], [name]), 'Here', [1000, 500], 60, 30);
    expect(y).toBe(500);
    expect(x).toBeLessThan(1000 - 40);
  });

  test('a sign stands on a corner that hides no name', () => {
    expect(signAt(empty([units]), 'Here', 20)).toEqual([1040, 480]);
    const name = { x: 1080, y: 490, width: 50, height: 12 };
    expect(signAt(empty([units], [name]), 'Here', 20)).toEqual([960, 480]);
    expect(signAt(empty([units], [name]), 'There', 20)).toBeNull();
  });

  test('covers as little as it can where nothing is free', () => {
    const around = [
      { x: 1000, y: 540, width: 400, height: 30 },
      { x: 1000, y: 460, width: 400, height: 30 },
      { x: 900, y: 500, width: 60, height: 100 },
      { x: 1085, y: 500, width: 4, height: 100 },
    ];
    const [x, y] = noteAt(empty([units], around), 'Here', [1000, 500], 60, 30);
    expect(y).toBe(500);
    expect(x).toBeGreaterThan(1000);
  });
});

test('the lines around spaces keep off the frame', () => {
  const ys = BOARD.spaces.flatMap((s) =>
    [...lassoOf(CELLS, s.name).matchAll(/[ML]\S+ (\S+?)(?=[LZM]|$)/g)].map((m) => Number(m[1])),
  );
  expect(ys.length).toBeGreaterThan(1000);
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...ys)).toBeLessThanOrEqual(ATLAS.height - 20);
});
