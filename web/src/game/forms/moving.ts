/** Moving units: the spaces the selected units can reach, the answers that move them, and the moves so far. */

import type { BoardInfo, Frame, Movable, MovesForm, Position, Way, WaysRow } from '../../lib/wire';
import { brief, type Named } from '../history';
import { writeMove } from './answers';

/** Spaces with movable units, in the order of the form. */
export const sources = (form: MovesForm): Map<string, Movable[]> => bySpace(form.movable);

/** Rows of units by their space, in order. */
export function bySpace(movable: readonly Movable[]): Map<string, Movable[]> {
  const out = new Map<string, Movable[]>();
  for (const row of movable) {
    const rows = out.get(row.space);
    if (rows) rows.push(row);
    else out.set(row.space, [row]);
  }
  return out;
}

/** The space where a phase of moves starts on the map: the strongest of the movable units next to an enemy, or else the
 * strongest of all; units that must move come first. */
export function front(board: BoardInfo, position: Position, form: MovesForm, power: string): string {
  const side = new Map(board.powers.map((p) => [p.name, p.side]));
  const cost = new Map(board.units.map((u) => [u.id, u.cost]));
  const foe = (name: string | null | undefined) => !!name && side.has(name) && side.get(name) !== side.get(power);
  const hostile = (space: string) =>
    foe(position.owners[space]) || (position.units[space] ?? []).some((u) => foe(u.owner));
  const facing = new Set(
    board.connections.flatMap(([a, b]) => [...(hostile(a) ? [b] : []), ...(hostile(b) ? [a] : [])]),
  );
  const strength = (rows: Movable[]) => rows.reduce((sum, row) => sum + row.count * (cost.get(row.type) ?? 0), 0);
  const spaces = [...bySpace(form.must?.length ? form.must : form.movable)];
  const near = spaces.filter(([space]) => facing.has(space));
  const [first] = (near.length ? near : spaces).sort((a, b) => strength(b[1]) - strength(a[1]));
  return first?.[0] ?? '';
}

const end = (way: Way) => way.path[way.path.length - 1] ?? '';

/** The kind of a unit type: land, air, sea or structure. */
export function kindOf(board: BoardInfo, type: string): string {
  return board.units.find((u) => u.id === type)?.kind ?? 'land';
}

/** The initial selection for a clicked space: its land units except antiaircraft guns, else its ships, else its
 * aircraft. */
export function firstChoice(board: BoardInfo, rows: { type: string; count: number }[]): number[] {
  const gun = (type: string) => board.units.find((u) => u.id === type)?.tags.includes('antiaircraft') ?? false;
  for (const kind of ['land', 'sea', 'air']) {
    const counts = rows.map((r) => (kindOf(board, r.type) === kind && !gun(r.type) ? r.count : 0));
    if (counts.some((n) => n > 0)) return counts;
  }
  return rows.map((r) => r.count);
}

/** Indices of the rows that count: the selected ones, or all if none is selected. */
function meant(rows: WaysRow[], counts: number[]): number[] {
  const all = rows.map((_, i) => i);
  const chosen = all.filter((i) => (counts[i] ?? 0) > 0);
  return chosen.length ? chosen : all;
}

/** The spaces that some selected units can reach -> whether that is an attack. */
export function targets(rows: WaysRow[], counts: number[]): Map<string, boolean> {
  const out = new Map<string, boolean>();
  for (const i of meant(rows, counts)) {
    for (const way of rows[i]?.ways ?? []) out.set(end(way), (out.get(end(way)) ?? false) || way.attack);
  }
  return out;
}

/** One way to reach a target: a mission, or a route through other spaces. */
export interface Manner {
  mission: string;
  path: string[] | null;
  text: string;
}

function waysTo(row: WaysRow | undefined, target: string): Way[] {
  return row?.ways.filter((w) => end(w) === target) ?? [];
}

/** The ways to choose from; one if there is no choice, none if no unit can reach the target. */
export function manners(rows: WaysRow[], counts: number[], target: string, words: Record<string, string>): Manner[] {
  const chosen = meant(rows, counts);
  const missions = new Map<string, Map<string, string[]>>();
  for (const i of chosen) {
    const ways = waysTo(rows[i], target);
    for (const mission of new Set(ways.map((w) => w.mission))) {
      const paths = missions.get(mission) ?? new Map<string, string[]>();
      missions.set(mission, paths);
      const own = ways.filter((w) => w.mission === mission);
      if (own.length > 1) for (const w of own) paths.set(w.path.join('>'), w.path);
    }
  }
  const out: Manner[] = [];
  for (const [mission, paths] of missions) {
    const name = mission ? missionName(mission, words) : '';
    if (!paths.size) out.push({ mission, path: null, text: name });
    for (const path of paths.values()) {
      const via = path.slice(1, -1);
      const way = via.length ? `via ${via.join(', ')}` : 'directly';
      out.push({ mission, path, text: name ? `${name}, ${way}` : way });
    }
  }
  if (out.length > 1) {
    const attack = chosen.some((i) => waysTo(rows[i], target).some((w) => w.attack));
    for (const manner of out) manner.text ||= attack ? 'Attack' : 'Move';
  }
  return out;
}

export function missionName(mission: string, words: Record<string, string> = {}): string {
  if (mission === 'raid') return 'Strategic bombing raid';
  const name = words[mission] ?? mission.replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** One answer: units that take one route together. */
export interface Going {
  path: string[];
  mission: string;
  attack: boolean;
  /** Whether land units load onto transports, where capacity depends on what is already loaded. */
  boards: boolean;
  units: { row: number; count: number; stem: string; type: string }[];
  text: string;
}

const ORDER = ['sea', 'land', 'air'];

/** The answers that move the selected units to a target: one for each route, and for each row that loads onto transports.
 * Ships come first, as aircraft may need their carriers; aircraft come last. Units that cannot reach the target are
 * left out, as are more units than a route has capacity for. */
export function goings(
  board: BoardInfo,
  rows: WaysRow[],
  counts: number[],
  target: string,
  manner: Manner | null = null,
): Going[] {
  const groups = new Map<string, Going & { kind: string }>();
  rows.forEach((row, i) => {
    const wanted = counts[i] ?? 0;
    if (wanted <= 0) return;
    const ways = waysTo(row, target);
    const on = ways.filter((w) => w.mission === (manner?.mission ?? ''));
    const way =
      on.find((w) => manner?.path && w.path.join('>') === manner.path.join('>')) ??
      on[0] ??
      (manner ? undefined : ways[0]);
    if (!way) return;
    const kind = kindOf(board, row.movable.type);
    const crosses = way.path.some((s) => isLand(board, s) !== isLand(board, way.path[0] ?? ''));
    const boards = crosses && kind === 'land' && isLand(board, way.path[0] ?? '');
    const key = [way.mission, ...way.path, boards ? String(i) : crosses ? kind : ''].join('>');
    const group = groups.get(key) ?? {
      path: way.path,
      mission: way.mission,
      attack: false,
      boards,
      units: [],
      text: '',
      kind,
    };
    group.attack ||= way.attack;
    if (ORDER.indexOf(kind) < ORDER.indexOf(group.kind)) group.kind = kind;
    group.units.push({
      row: i,
      count: Math.min(wanted, way.most),
      stem: row.movable.stem,
      type: row.movable.type,
    });
    groups.set(key, group);
  });
  return [...groups.values()]
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map(({ kind: _, ...going }) => ({ ...going, text: writeMove(going.units, going.path, going.mission) }));
}

function isLand(board: BoardInfo, space: string): boolean {
  return board.spaces.find((s) => s.name === space)?.kind === 'land';
}

// --- moves so far in this phase --------------------------------------------------------------------------------------

export interface Done {
  n: number;
  text: string;
  path: string[];
}

/** This power's moves in the current phase, oldest first, without undone ones. */
export function movesSoFar(frames: Frame[], power: string, board: Named): Done[] {
  const undone = new Set(frames.filter((f) => f.kind === 'undo').map((f) => f.undoes ?? 0));
  const out: Done[] = [];
  for (let i = frames.length - 1; i >= 0; i--) {
    const frame = frames[i];
    if (!frame || frame.kind === 'undo' || undone.has(frame.n)) continue;
    if (typeof frame.change.phase === 'string' || typeof frame.change.power === 'string') break;
    if (frame.power !== power || frame.decision !== 'move') continue; // such as casualties of antiaircraft fire on the way
    for (const event of frame.events) {
      if (event.kind === 'moved' && Array.isArray(event.data.path)) {
        out.push({ n: frame.n, text: brief(event, board), path: event.data.path as string[] });
      }
    }
  }
  return out.reverse();
}

/** Spaces that a power attacks this turn, by battle, amphibious assault, or raid. */
export function pendingAttacks(board: BoardInfo, position: Position, power: string): string[] {
  const side = new Map(board.powers.map((p) => [p.name, p.side]));
  const own = side.get(power);
  const structure = new Set(board.units.filter((u) => u.kind === 'structure').map((u) => u.id));
  const foe = (name: string | null | undefined) => !!name && side.has(name) && side.get(name) !== own;
  const out = new Set<string>();
  for (const [space, units] of Object.entries(position.units)) {
    const here = units.filter((u) => u.owner === power && !structure.has(u.type));
    if (!here.length) continue;
    for (const u of here) {
      for (const mark of u.marks ?? []) if (mark.startsWith('landing=')) out.add(mark.slice(8));
    }
    const enemies = units.some((u) => foe(u.owner) && !structure.has(u.type));
    if (enemies || foe(position.owners[space])) out.add(space);
  }
  return [...out].sort();
}
