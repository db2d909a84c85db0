/** The layout of the map at one scale: plates with units, names, values, and leader lines.
 *
 * Sizes are in pixels, places in map units; `scale` is pixels per map unit. The layout depends on the whole position,
 * not on the visible part, so that nothing jumps while the map is dragged.
 */

import type { BoardInfo, Position, Sign, Units } from '../lib/wire';
import { gap, type Sheet } from './atlas';
import type { Ground, Room } from './ground';
import type { Domain } from './symbols';

export type Pip = 'dot' | 'square' | 'wing';

/** One symbol with its number on a plate; x and y of its top left corner on the plate. */
export interface Cell {
  type: string;
  kind: Domain;
  count: number;
  pips: Pip[];
  damaged: boolean;
  /** Whether the units have been fitted with something that lasts. */
  fitted: boolean;
  x: number;
  y: number;
  /** The place of the number: none (a single unit), beside the symbol, or alone without a symbol. */
  number: 'none' | 'beside' | 'alone';
}

/** The units of one power in one space, or their sum. x and y: its center as an offset in pixels from that of the stack. */
export interface Plate {
  owner: string;
  cells: Cell[];
  x: number;
  y: number;
  width: number;
  height: number;
  icon: number;
}

export type Level = 'full' | 'brief' | 'sum';

export interface Stack {
  space: string;
  level: Level;
  /** Center, in map units. */
  x: number;
  y: number;
  width: number;
  height: number;
  plates: Plate[];
  /** The end of the leader line of a stack outside its space. */
  leader: readonly [number, number] | null;
}

export interface Label {
  space: string;
  sea: boolean;
  lines: string[];
  size: number;
  x: number;
  y: number;
  width: number;
  height: number;
  capital: boolean;
  value: number;
  /** Whether most of it lies outside its own land. */
  afloat: boolean;
  /** The width of the lines in pixels, for placing things beside them. */
  widths: number[];
  /** Signs after the name, each at an offset in pixels from the end of the last line. */
  signs: { sign: Sign; at: number }[];
}

export interface Layout {
  scale: number;
  stacks: Map<string, Stack>;
  labels: Map<string, Label>;
}

export interface Surroundings {
  sheet: Sheet;
  ground: Ground;
  rooms: Map<string, Room>;
  board: BoardInfo;
}

/** The width of a text in pixels: `sea` names are set in another face than land names. */
export type Measure = (text: string, size: number, face: 'land' | 'sea') => number;

interface Spot {
  x: number;
  y: number;
  far: number;
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PADDING = 3;
const NARROW = 0.5; // the width of a digit, as a share of its size

/** The size of symbols at a scale. */
export function iconSize(scale: number): number {
  return Math.round(Math.min(30, Math.max(11.5, 12 + 6 * Math.log2(scale / 0.18))) * 2) / 2;
}

export function numberSize(icon: number): number {
  return Math.max(9.5, icon * 0.74);
}

/** The short name of a sea zone on the map. */
export function zoneName(space: string): string {
  const bare = space.replace(/ Sea Zone$/, '');
  if (bare === space) return space.replace(/ Zone$/, '');
  if (/^(North|Red|Black|Baltic|Caspian|Coral)$/.test(bare)) return `${bare} Sea`;
  if (/(Ocean|Pacific|Atlantic|Mediterranean|Caribbean|Compass|Antarctic|^Gulf of .*)$/.test(bare)) return bare;
  return `${bare} Sea`;
}

/** Split a name into one to three lines of similar length. */
export function split(name: string, lines: number): string[] {
  const words = name.match(/[^\s-]+-?/g) ?? [name];
  if (lines <= 1 || words.length < lines) return lines <= 1 ? [name] : split(name, lines - 1);
  let best: string[] = [name];
  const longest = (rows: string[]) => Math.max(...rows.map((r) => r.length));
  const join = (part: string[]) => part.join(' ').replaceAll('- ', '-');
  const cut = (from: number, left: number, rows: string[]) => {
    if (left === 1) {
      const all = [...rows, join(words.slice(from))];
      if (longest(all) < longest(best)) best = all;
      return;
    }
    for (let to = from + 1; to <= words.length - left + 1; to++)
      cut(to, left - 1, [...rows, join(words.slice(from, to))]);
  };
  cut(0, lines, []);
  return best;
}

export type Face = {
  kinds: Map<string, Domain>;
  tags: Map<string, string[]>;
  order: Map<string, number>;
  /** Marks of what units have been fitted with. */
  lasting: Set<string>;
};

/** What the layout needs to know about unit types. */
export function domains(board: Pick<BoardInfo, 'units' | 'states'>): Face {
  return {
    kinds: new Map(board.units.map((u) => [u.id, u.kind])),
    tags: new Map(board.units.map((u) => [u.id, u.tags])),
    order: new Map(board.units.map((u, i) => [u.id, i])),
    lasting: new Set(Object.entries(board.states ?? {}).flatMap(([mark, state]) => (state.lasting ? [mark] : []))),
  };
}

const blank = { x: 0, y: 0, pips: [] as Pip[], damaged: false, fitted: false };

function pipOf(type: string, kinds: Map<string, Domain>): Pip {
  if (kinds.get(type) === 'air') return 'wing';
  return type.includes('infantry') ? 'dot' : 'square';
}

/** The units of one owner as cells, with stacks that look alike combined. */
export function cellsOf(units: Units[], { kinds, order, lasting }: Face): Cell[] {
  const cells = new Map<string, Cell>();
  for (const u of units) {
    if (u.count < 1) continue;
    const pips = (u.cargo ?? []).map((c) => pipOf(c.type, kinds)).sort();
    const fits = (u.marks ?? []).filter((mark) => lasting.has(mark));
    const key = `${u.type}/${pips.join(',')}/${u.damage ?? 0}/${fits.join(',')}`;
    const found = cells.get(key);
    if (found) found.count += u.count;
    else {
      const kind = kinds.get(u.type) ?? 'land';
      cells.set(key, {
        ...blank,
        type: u.type,
        kind,
        count: u.count,
        pips,
        damaged: (u.damage ?? 0) > 0,
        fitted: fits.length > 0,
        number: 'none',
      });
    }
  }
  const rank = (c: Cell) => (c.kind === 'structure' ? -1 : (order.get(c.type) ?? 99));
  const out = [...cells.values()].sort((a, b) => rank(a) - rank(b) || a.pips.length - b.pips.length);
  for (const cell of out) cell.number = cell.count > 1 ? 'beside' : 'none';
  return out;
}

/** The same in short: facilities, and the number of land, air, and sea units. */
export function briefOf(units: Units[], { kinds, tags }: Face): Cell[] {
  const sums = new Map<string, Cell>();
  const add = (type: string, kind: Domain, count: number, number: Cell['number']) => {
    const found = sums.get(type);
    if (found) found.count += count;
    else sums.set(type, { ...blank, pips: [], type, kind, count, number });
  };
  const fighting = units.filter((u) => u.count > 0 && !tags.get(u.type)?.includes('passive'));
  for (const u of units) if (kinds.get(u.type) === 'structure') add(u.type, 'structure', u.count, 'none');
  for (const u of fighting) {
    const kind = kinds.get(u.type) ?? 'land';
    if (u.type === 'hidden') add('hidden', 'land', u.count, 'beside');
    else add(`any ${kind}`, kind, u.count, 'beside');
  }
  for (const u of units) {
    if (!fighting.length && kinds.get(u.type) !== 'structure')
      add(u.type, kinds.get(u.type) ?? 'land', u.count, 'none');
  }
  const rank: Record<Domain, number> = { structure: 0, land: 1, air: 2, sea: 3 };
  return [...sums.values()].sort((a, b) => rank[a.kind] - rank[b.kind]);
}

/** Only the number of units, without facilities. */
export function sumOf(units: Units[], { kinds }: Face): Cell[] {
  const count = units.reduce((sum, u) => sum + (kinds.get(u.type) === 'structure' ? 0 : u.count), 0);
  if (count) return [{ ...blank, pips: [], type: 'sum', kind: 'land', count, number: 'alone' }];
  return units
    .slice(0, 1)
    .map((u) => ({ ...blank, pips: [], type: u.type, kind: 'structure', count: 1, number: 'none' }));
}

function cellWidth(cell: Cell, icon: number): number {
  const digits = String(cell.count).length * numberSize(icon) * NARROW;
  if (cell.number === 'alone') return digits + 2;
  return icon + (cell.number === 'beside' ? digits + 1.5 : 0);
}

/** Cells in `rows` rows of about the same width, as a plate. */
export function plate(owner: string, cells: Cell[], icon: number, rows: number): Plate {
  const gapX = Math.max(2, icon * 0.18);
  const widths = cells.map((c) => cellWidth(c, icon));
  const total = widths.reduce((a, b) => a + b + gapX, -gapX);
  const most = rows === 1 ? Infinity : Math.max(...widths, total / rows + icon * 0.45);
  const pipped = cells.some((c) => c.pips.length);
  const tall = (cells[0]?.number === 'alone' ? numberSize(icon) : icon) + (pipped ? 4.5 : 0);
  const placed: Cell[] = [];
  const rowWidths: number[] = [];
  let x = 0;
  let row = 0;
  cells.forEach((cell, i) => {
    const width = widths[i] as number;
    if (x > 0 && x + width > most) {
      row++;
      x = 0;
    }
    placed.push({ ...cell, x, y: row * (tall + 2) });
    rowWidths[row] = x + width;
    x += width + gapX;
  });
  const inner = Math.max(...rowWidths);
  for (const cell of placed) {
    const at = Math.round(cell.y / (tall + 2));
    cell.x += PADDING + (inner - (rowWidths[at] as number)) / 2;
    cell.y += PADDING - 0.5;
  }
  return {
    owner,
    cells: placed,
    x: 0,
    y: 0,
    width: inner + 2 * PADDING,
    height: (row + 1) * (tall + 2) - 2 + 2 * PADDING - 1,
    icon,
  };
}

/** A plate for moving units. */
export function movingPlate(power: string, units: Units[], scale: number, f: Face): Plate {
  return plate(power, cellsOf(units, f), Math.max(14, iconSize(scale)), 1);
}

function arrange(plates: Plate[], upright: boolean): { plates: Plate[]; width: number; height: number } {
  const between = 1.5;
  const sum = (side: 'width' | 'height') => plates.reduce((all, p) => all + p[side] + between, -between);
  const width = upright ? Math.max(...plates.map((p) => p.width)) : sum('width');
  const height = upright ? sum('height') : Math.max(...plates.map((p) => p.height));
  let at = -(upright ? height : width) / 2;
  return {
    width,
    height,
    plates: plates.map((p) => {
      const side = upright ? p.height : p.width;
      const middle = at + side / 2;
      at += side + between;
      return { ...p, x: upright ? 0 : middle, y: upright ? middle : 0 };
    }),
  };
}

interface Variant {
  level: Level;
  cost: number;
  plates: Plate[];
  width: number;
  height: number;
  /** How far an emblem extends above the plate. */
  brim: number;
}

/** All ways to draw the units of a space, most detailed first. */
function variants(units: Units[], owner: string | null, order: string[], scale: number, f: Face) {
  const icon = iconSize(scale);
  const owners = [...new Set(units.filter((u) => u.count > 0).map((u) => u.owner))].sort(
    (a, b) => Number(b === owner) - Number(a === owner) || order.indexOf(a) - order.indexOf(b),
  );
  const foreign = owners.some((who) => who !== owner);
  const of = (who: string) => units.filter((u) => u.owner === who && u.count > 0);
  const out: Variant[] = [];
  const make = (
    level: Level,
    size: number,
    cells: (units: Units[], f: Face) => Cell[],
    mostRows: number,
    extra = 0,
  ) => {
    for (let rows = 1; rows <= mostRows; rows++) {
      const plates = owners.map((who) => plate(who, cells(of(who), f), size, rows)).filter((p) => p.cells.length);
      if (!plates.length) continue;
      for (const upright of plates.length > 1 ? [true, false] : [true])
        out.push({ level, cost: LEVEL_COST[level] + extra, brim: foreign ? 4 : 0, ...arrange(plates, upright) });
    }
  };
  const most = Math.max(...owners.map((who) => cellsOf(of(who), f).length), 1);
  if (scale >= 0.1) {
    for (const share of icon > 20 ? [1, 0.8, 0.62] : icon > 14 ? [1, 0.8] : [1]) {
      make('full', Math.max(11.5, icon * share), cellsOf, Math.min(4, most), (1 - share) * 1.5);
    }
    make('brief', Math.max(11.5, Math.min(18, icon * 0.7)), briefOf, 2);
  }
  make('sum', scale < 0.08 ? 10 : 12, sumOf, 1);
  return out;
}

const LEVEL_COST: Record<Level, number> = { full: 0, brief: 1.1, sum: 2.6 };

class Table {
  private readonly taken: Rect[] = [];
  private readonly number: Map<string, number>;
  private readonly land: boolean[];
  /** Space -> the numbers of its neighbors. */
  private readonly near: Map<string, Set<number>>;
  readonly tiny: { space: string; x: number; y: number }[];

  constructor(
    readonly around: Surroundings,
    readonly scale: number,
  ) {
    const { ground, board, sheet } = around;
    this.number = new Map(ground.names.map((name, i) => [name, i + 1]));
    const kinds = new Map(board.spaces.map((s) => [s.name, s.kind]));
    this.land = [false, ...ground.names.map((name) => kinds.get(name) === 'land')];
    this.near = new Map(
      ground.names.map((name) => {
        const touching = sheet.touching.get(name) ?? new Set<string>();
        return [name, new Set([...touching].map((other) => this.number.get(other) as number))];
      }),
    );
    this.tiny = ground.names
      .map((space) => ({ space, disc: sheet.disc(space) }))
      .filter(({ space, disc }) => this.land[this.number.get(space) as number] && disc[2] * scale < 12)
      .map(({ space, disc }) => ({ space, x: disc[0], y: disc[1] }));
  }

  /** The cost of a rectangle: 0 if inside its own space, 1 if all over other land, Infinity if worse than `limit`.
   * `beside`: prefer the water next to the space, for names of islands. */
  astray(space: string, x: number, y: number, width: number, height: number, limit = Infinity, beside = false): number {
    const { ground, sheet } = this.around;
    const { ids, cell, columns: across } = ground;
    const own = this.number.get(space) as number;
    const onLand = this.land[own];
    const near = this.near.get(space);
    const w = width / this.scale;
    const h = height / this.scale;
    const columns = Math.max(3, Math.min(7, Math.round(w / 50) + 2));
    const rows = Math.max(2, Math.min(5, Math.round(h / 50) + 2));
    const most = limit * columns * rows;
    let sum = 0;
    for (let j = 0; j < rows; j++) {
      const v = y + h * (j / (rows - 1) - 0.5);
      if (v < 4 || v > sheet.height - 4) {
        sum += 3 * columns;
        continue;
      }
      const row = Math.floor(v / cell) * across;
      for (let i = 0; i < columns; i++) {
        let column = Math.floor((x + w * (i / (columns - 1) - 0.5)) / cell);
        if (column < 0 || column >= across) {
          if (!ground.wraps) {
            sum += 3;
            continue;
          }
          column += column < 0 ? across : -across;
        }
        const id = ids[row + column] as number;
        if (id === own) sum += beside ? 0.25 : 0;
        else if (id === 0) sum += 0.45;
        else if (this.land[id]) sum += 1;
        else if (!onLand) sum += 0.7;
        else if (near?.has(id)) sum += beside ? 0.03 : 0.3;
        else sum += beside ? 0.45 : 0.36;
        if (sum > most) return Infinity;
      }
    }
    let worst = sum / (columns * rows);
    for (const t of this.tiny) {
      if (t.space === space || Math.abs(t.y - y) >= h / 2 + 5 / this.scale) continue;
      if (Math.abs(gap(t.x, x, sheet.period)) < w / 2 + 5 / this.scale) worst += 0.5;
    }
    return worst;
  }

  free(x: number, y: number, width: number, height: number): boolean {
    const [w, h] = [width / this.scale, height / this.scale];
    return this.taken.every(
      (r) =>
        Math.abs(gap(r.x, x, this.around.sheet.period)) >= (r.width + w) / 2 || Math.abs(r.y - y) >= (r.height + h) / 2,
    );
  }

  take(x: number, y: number, width: number, height: number): void {
    this.taken.push({ x, y, width: width / this.scale, height: height / this.scale });
  }

  /** The nearest free place to a point, or the point itself if there is none within 60 pixels. */
  refuge(x: number, y: number, width: number, height: number): { x: number; y: number } {
    for (let far = 4; far <= 60; far += 4) {
      for (let turn = 0; turn < 20; turn++) {
        const angle = (turn * Math.PI) / 10;
        const u = x + (far * Math.cos(angle)) / this.scale;
        const v = y + (far * Math.sin(angle)) / this.scale;
        if (this.free(u, v, width, height)) return { x: u, y: v };
      }
    }
    return { x, y };
  }

  /** Places to try for a space: where it has room, then around it if it is small. */
  spots(space: string, width: number, height: number): Spot[] {
    const [x, y, radius] = this.around.sheet.disc(space);
    const out: Spot[] = [{ x, y, far: 0 }];
    for (const [u, v] of this.around.rooms.get(space)?.spots ?? []) {
      out.push({ x: u, y: v, far: Math.hypot(gap(x, u, this.around.sheet.period), v - y) * this.scale });
    }
    if (radius * this.scale < Math.hypot(width, height) / 2) {
      for (const beyond of this.scale < 0.1 ? [2, 7, 14] : [3, 12, 24, 40]) {
        for (let turn = 0; turn < 16; turn++) {
          const angle = (turn * Math.PI) / 8;
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          const edge = Math.min(width / 2 / Math.abs(c || 1e-9), height / 2 / Math.abs(s || 1e-9));
          const reach = edge + Math.min(radius * this.scale, 14) + beyond;
          out.push({ x: x + (c * reach) / this.scale, y: y + (s * reach) / this.scale, far: reach + 2 * beyond });
        }
      }
    }
    return out;
  }
}

function placeStacks(table: Table, position: Position, f: Face): Map<string, Stack> {
  const { sheet } = table.around;
  const out = new Map<string, Stack>();
  const spaces = Object.keys(position.units)
    .filter((s) => sheet.outlines.has(s) && position.units[s]?.some((u) => u.count > 0))
    .sort((a, b) => sheet.disc(a)[2] - sheet.disc(b)[2] || a.localeCompare(b));
  for (const space of spaces) {
    const owner = position.owners[space] ?? null;
    const all = variants(position.units[space] ?? [], owner, position.order, table.scale, f);
    const [x, y, radius] = sheet.disc(space);
    let best: { v: Variant; x: number; y: number; cost: number } | null = null;
    for (const v of all) {
      const shape = Math.abs(Math.log(v.width / v.height / 1.7)) * 0.12;
      if (best && best.cost <= v.cost + shape) continue;
      for (const spot of table.spots(space, v.width, v.height)) {
        let cost = v.cost + shape + spot.far / 120;
        if (best && cost >= best.cost) continue;
        const limit = best ? (best.cost - cost) / 5 : Infinity;
        cost += 5 * table.astray(space, spot.x, spot.y, v.width, v.height, limit);
        if (best && cost >= best.cost) continue;
        if (table.free(spot.x, spot.y - v.brim / 2 / table.scale, v.width + 2, v.height + 2 + v.brim)) {
          best = { v, x: spot.x, y: spot.y, cost };
        }
      }
    }
    const last = all.at(-1);
    if (!last) continue;
    // no free place nearby: use the shortest version in the first free place, even over other things
    best ??= { v: last, ...table.refuge(x, y, last.width + 2, last.height + 2 + last.brim), cost: 99 };
    const { level, width, height, plates, brim } = best.v;
    const dx = Math.abs(gap(x, best.x, sheet.period)) * table.scale - width / 2;
    const dy = Math.abs(y - best.y) * table.scale - height / 2;
    const away = Math.hypot(Math.max(0, dx), Math.max(0, dy)) > Math.min(4, radius * table.scale);
    const outside = away && table.astray(space, best.x, best.y, width, height) > 0.2;
    table.take(best.x, best.y - brim / 2 / table.scale, width + 2, height + 2 + brim);
    out.set(space, { space, level, x: best.x, y: best.y, width, height, plates, leader: outside ? [x, y] : null });
  }
  return out;
}

/** The scale from which a name is shown. */
function shownFrom(sea: boolean, value: number, capital: boolean, neutral: boolean): number {
  if (capital) return 0;
  if (sea) return 0.12;
  if (neutral) return 0.12;
  return value >= 6 ? 0.06 : value >= 3 ? 0.09 : 0.11;
}

/** The offsets of signs after a name of a size, and their whole width, in pixels. */
function signsAt(signs: Sign[], size: number): { signs: Label['signs']; width: number } {
  let width = 0;
  const out = signs.map((sign) => {
    const at = width;
    width += size * (1.25 + (sign.number ? String(sign.number).length * 0.55 : 0));
    return { sign, at };
  });
  return { signs: out, width };
}

function placeLabels(
  table: Table,
  stacks: Map<string, Stack>,
  measure: Measure,
  signs: Position['signs'],
): Map<string, Label> {
  const { board, sheet } = table.around;
  const { scale } = table;
  const capitals = new Set(board.powers.map((p) => p.capital));
  const out = new Map<string, Label>();
  const rank = (s: BoardInfo['spaces'][number]) =>
    (capitals.has(s.name) ? 1000 : 0) + (s.kind === 'land' ? 100 : 0) + s.value * 5 + (stacks.has(s.name) ? 30 : 0);
  for (const space of [...board.spaces].sort((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name))) {
    if (!sheet.outlines.has(space.name)) continue;
    const sea = space.kind === 'sea';
    const capital = capitals.has(space.name);
    if (scale < shownFrom(sea, space.value, capital, space.neutral)) continue;
    const name = sea ? zoneName(space.name) : space.name.toUpperCase();
    const [cx, cy, radius] = sheet.disc(space.name);
    const room = radius * scale;
    const side = (table.around.rooms.get(space.name)?.side ?? 0) * scale;
    const most = Math.min(
      sea ? 20 : 23,
      Math.max(capital && scale > 0.3 ? 15 : scale > 0.8 ? 13 : 10.5, side * (sea ? 0.08 : 0.115)),
    );
    const least = scale > 0.8 ? 12 : scale > 0.45 ? 11 : 9.5;
    const stack = stacks.get(space.name);
    let best: (Label & { cost: number }) | null = null;
    for (const size of new Set([most, Math.max(least, most * 0.84), Math.max(least, most * 0.7), least])) {
      for (const count of [1, 2, 3]) {
        const lines = split(name, count);
        if (lines.length < count) continue;
        const widths = lines.map((line) => measure(line, size, sea ? 'sea' : 'land'));
        const after = signsAt(signs?.[space.name] ?? [], size);
        const coin = (space.value > 0 && !sea ? size * 1.5 : 0) + after.width;
        const star = capital ? size * 1.25 : 0;
        const width =
          Math.max(...widths.map((w, i) => w + (i === 0 ? star : 0) + (i === lines.length - 1 ? coin : 0))) + 2;
        const height = lines.length * size * 1.06 + 2;
        const beside = !sea && (side < 46 || (room < 40 && radius < 60));
        const spots: Spot[] = table.spots(space.name, width, height);
        if (stack) {
          // a name belongs close above or below the units
          const dy = (stack.height + height) / 2 / scale + 1.5 / scale;
          const dx = (stack.width + width) / 2 / scale + 2 / scale;
          const aside = stack.width / 3 / scale;
          spots.push({ x: stack.x, y: stack.y - dy, far: 0 }, { x: stack.x, y: stack.y + dy, far: 3 });
          for (const s of [-aside, aside])
            spots.push({ x: stack.x + s, y: stack.y - dy, far: 5 }, { x: stack.x + s, y: stack.y + dy, far: 7 });
          spots.push({ x: stack.x + dx, y: stack.y, far: 6 }, { x: stack.x - dx, y: stack.y, far: 7 });
        }
        if (beside) {
          const off = Math.max(room * 1.15, (stack?.height ?? 0) / 2);
          const dy = (height / 2 + off + 1) / scale;
          const dx = (width / 2 + Math.max(room * 1.15, (stack?.width ?? 0) / 2) + 3) / scale;
          spots.push(
            { x: cx, y: cy + dy, far: 0 },
            { x: cx, y: cy - dy, far: 1 },
            { x: cx + dx, y: cy, far: 2 },
            { x: cx - dx, y: cy, far: 2 },
          );
        }
        for (const spot of spots) {
          let cost = (most - size) * 0.12 + (count - 1) * 0.1 + spot.far / 60;
          if (best && cost >= best.cost) continue;
          const limit = Math.min(sea ? 0.08 : 0.34, best ? (best.cost - cost) / 8 : 1);
          const astray = table.astray(space.name, spot.x, spot.y, width, height, limit, beside);
          if (astray > limit) continue;
          cost += 8 * astray;
          if (best && cost >= best.cost) continue;
          if (!table.free(spot.x, spot.y, width, height)) continue;
          best = {
            space: space.name,
            sea,
            lines,
            size,
            x: spot.x,
            y: spot.y,
            width,
            height,
            capital,
            value: sea ? 0 : space.value,
            widths,
            signs: after.signs,
            afloat: false,
            cost,
          };
        }
      }
    }
    if (!best) continue;
    table.take(best.x, best.y, best.width, best.height);
    const { cost: _, ...label } = best;
    label.afloat = !sea && table.astray(space.name, best.x, best.y, best.width, best.height) > 0.13;
    out.set(space.name, label);
  }
  return out;
}

/** Place the units of a position and the names of its spaces at a scale. */
export function layout(around: Surroundings, position: Position, scale: number, measure: Measure): Layout {
  const table = new Table(around, scale);
  const stacks = placeStacks(table, position, domains(around.board));
  return { scale, stacks, labels: placeLabels(table, stacks, measure, position.signs) };
}

/** The step of scale that a layout is made for, with five steps per doubling. */
export function step(scale: number): number {
  return 2 ** (Math.round(Math.log2(scale) * 5) / 5);
}
