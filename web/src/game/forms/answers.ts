/** Write and read the canonical text of answers, with a pair of functions for each form (see `core/decisions.py` on the
 * server). Counts are in the order of the form's rows or keys. */

import type { AllocateForm, AmountForm, BoardInfo, PickUnitsForm } from '../../lib/wire';

export interface Numbered {
  count: number;
  stem: string;
}

const listed = (things: Numbered[]) => things.filter((t) => t.count > 0).map((t) => `${t.count} ${t.stem}`);

export function writePick(form: PickUnitsForm, counts: number[]): string {
  return listed(form.units.map((row, i) => ({ count: counts[i] ?? 0, stem: row.stem }))).join(', ') || 'nothing';
}

export function writeAllocate(form: AllocateForm, counts: number[]): string {
  return listed(form.keys.map((k, i) => ({ count: counts[i] ?? 0, stem: k.key.join(' > ') }))).join(', ') || 'nothing';
}

export function writeAmount(form: AmountForm, value: number): string {
  return form.zero && value === 0 ? form.zero : String(value);
}

export function writeMove(units: Numbered[], path: string[], mission = ''): string {
  return `${listed(units).join(', ')}: ${path.join(' > ')}${mission ? ` [${mission}]` : ''}`;
}

/** Parts between commas that are not inside brackets. */
export function parts(text: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) {
      out.push(part);
      part = '';
    } else part += char;
  }
  out.push(part);
  return out.map((p) => p.trim()).filter(Boolean);
}

function numbered(text: string): Numbered {
  const match = /^(\d+)\s+(.*)$/.exec(text.trim());
  return match ? { count: Number(match[1]), stem: match[2] ?? '' } : { count: 1, stem: text.trim() };
}

const none = (text: string) => ['', 'nothing', 'none'].includes(text.trim().toLowerCase());

/** Whether a text, possibly in the plural, names the units of this stem. */
function names(written: string, stem: string, type: string, units: BoardInfo['units']): boolean {
  if (written === stem) return true;
  const unit = units.find((u) => u.id === type);
  if (!unit) return false;
  const plural = (unit.plural || unit.name).toLowerCase();
  const one = unit.name.toLowerCase();
  return stem.startsWith(one) && written === plural + stem.slice(one.length);
}

/** The counts of the rows as named in a text. Units that match no row are left out. */
export function readPick(
  rows: { type: string; owner: string; count: number; stem: string }[],
  text: string,
  units: BoardInfo['units'],
): number[] {
  const counts = rows.map(() => 0);
  if (none(text)) return counts;
  for (const part of parts(text)) {
    let { count, stem } = numbered(part);
    const bare = (s: string) => s.replace(/ \([^)]*\)/, '').replace(/ of [^()]*$/, '');
    // first the named row, then any row of the type
    for (const fits of [(s: string, r: string) => [s, r], (s: string, r: string) => [bare(s), bare(r)]]) {
      rows.forEach((row, i) => {
        const [said, has] = fits(stem, row.stem);
        const take = Math.min(count, row.count - (counts[i] ?? 0));
        if (take > 0 && names(said ?? '', has ?? '', row.type, units)) {
          counts[i] = (counts[i] ?? 0) + take;
          count -= take;
        }
      });
    }
  }
  return counts;
}

export function readAllocate(form: AllocateForm, text: string): number[] {
  const counts = form.keys.map(() => 0);
  if (none(text)) return counts;
  for (const part of parts(text)) {
    const { count, stem } = numbered(part);
    const i = form.keys.findIndex((k) => k.key.join(' > ') === stem);
    if (i >= 0) counts[i] = (counts[i] ?? 0) + count;
  }
  return counts;
}

export function readAmount(form: AmountForm, text: string): number {
  if (form.zero && text.trim() === form.zero) return 0;
  return Number(text) || 0;
}

export interface WrittenMove {
  units: string;
  path: string[];
  mission: string;
}

/** The parts of a move's text; null for `done`. */
export function readMove(text: string): WrittenMove | null {
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const mission = /\[([^\]]*)\]\s*$/.exec(text);
  const way = text.slice(colon + 1, mission ? mission.index : undefined);
  return {
    units: text.slice(0, colon).trim(),
    path: way.split('>').map((s) => s.trim()),
    mission: mission?.[1] ?? '',
  };
}
