/** The kind of value an option takes, found from its default or its example. */

import type { OptionInfo } from '../lib/wire';

export type Kind = 'power' | 'space' | 'unit' | 'word';

/** The names an option can refer to. */
export interface Vocabulary {
  power: string[];
  space: string[];
  unit: string[];
}

export type Shape =
  | { form: 'switch' }
  | { form: 'number'; whole: boolean }
  | { form: 'word' }
  | { form: 'choice' }
  | { form: 'list'; of: Kind | 'number' }
  | { form: 'rows'; columns: { name: string; of: 'word' | 'number' | 'table'; kind: Kind }[] }
  | { form: 'table'; keys: Kind[]; leaf: 'number' | 'any' };

export function shapeOf(option: OptionInfo, names: Vocabulary): Shape {
  const { kind, choices } = option;
  const usual = option.default;
  if (kind === 'switch') return { form: 'switch' };
  if (choices.length) return { form: 'choice' };
  if (kind === 'number') return { form: 'number', whole: whole(option) };
  if (kind === 'word') return { form: 'word' };
  if (Array.isArray(usual)) {
    const first = usual[0];
    if (typeof first === 'number') return { form: 'list', of: 'number' };
    if (first && typeof first === 'object') {
      const columns = Object.entries(first).map(([name, value]) => ({
        name,
        of:
          typeof value === 'number'
            ? ('number' as const)
            : typeof value === 'object'
              ? ('table' as const)
              : ('word' as const),
        kind: kindOf(
          usual.map((row) => String((row as Record<string, unknown>)[name])),
          names,
          name,
        ),
      }));
      return { form: 'rows', columns };
    }
    return { form: 'list', of: kindOf(usual.map(String), names, option.name) };
  }
  const example = isTable(usual) && Object.keys(usual).length ? usual : option.example;
  const keys: Kind[] = [];
  let here: unknown = example;
  while (isTable(here) && Object.keys(here).length) {
    keys.push(kindOf(Object.keys(here), names, keys.length === 1 && keys[0] === 'power' ? 'space' : ''));
    const values: unknown[] = Object.values(here);
    here = values.every((v) => typeof v === typeof values[0]) ? values[0] : null;
  }
  return { form: 'table', keys: keys.length ? keys : ['word'], leaf: typeof here === 'number' ? 'number' : 'any' };
}

/** A table as rows of keys and a leaf, and back. */
export type Row = { keys: string[]; value: unknown };

export function toRows(value: unknown, depth: number): Row[] {
  if (depth === 0) return [{ keys: [], value }];
  if (!isTable(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    toRows(inner, depth - 1).map((row) => ({ keys: [key, ...row.keys], value: row.value })),
  );
}

/** Leave out rows with an empty key, which are still being edited. */
export function fromRows(rows: Row[]): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const { keys, value } of rows) {
    if (keys.some((k) => !k.trim())) continue;
    let here = out;
    for (const key of keys.slice(0, -1)) {
      const inner = here[key];
      const next = isTable(inner) ? inner : {};
      here[key] = next;
      here = next;
    }
    here[keys.at(-1) as string] = value;
  }
  return out;
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** ``minimum_rounds`` -> ``Minimum rounds``. */
export function label(name: string): string {
  const text = name.replaceAll('_', ' ').replace(/\bipcs?\b/g, (w) => (w === 'ipc' ? 'IPC' : 'IPCs'));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function whole({ default: usual, low, high }: OptionInfo): boolean {
  return [usual, low, high].every((n) => n === null || Number.isInteger(n)) && !(low === 0 && high === 1);
}

function kindOf(words: string[], names: Vocabulary, hint: string): Kind {
  const known = (kind: 'power' | 'space' | 'unit') => words.some((w) => names[kind].includes(w));
  // many territories share the name of their power, so all names must be powers to count as powers
  if (words.length && words.every((w) => names.power.includes(w)) && !/territor|space|zone/.test(hint)) return 'power';
  if (known('unit')) return 'unit';
  if (/territor|space|zone|neutral/.test(hint) || known('space')) return 'space';
  if (/power|invader/.test(hint) || known('power')) return 'power';
  return 'word';
}
