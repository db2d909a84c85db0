/** The condition of units in words for players, from their text, such as `fighter (moved 2, combat, fought)`. */

import type { BoardInfo } from '../lib/wire';
import { counted } from '../ui/words';

/** Marks that every edition has, in words; an empty text: they say nothing to a player. */
const WORDS: Record<string, string> = {
  combat: '',
  fought: 'has fought',
  landed: 'has landed',
  seaborne: 'landed from the sea',
  supported: 'has bombarded',
  unloaded: 'has offloaded',
};

/** Return the conditions in the brackets of a text, without some marks. */
export function conditions(stem: string, states: BoardInfo['states'], without: string[] = []): string[] {
  const inside = /\(([^)]*)\)/.exec(stem)?.[1] ?? '';
  const parts = inside.split(',').map((part) => part.trim());
  return parts.filter((part) => part && !without.includes(part)).flatMap((part) => told(part, states) || []);
}

function told(part: string, states: BoardInfo['states']): string {
  const [word = '', rest = ''] = part.split(/ (.*)/);
  if (word === 'moved') return rest === '1' ? 'moved 1 space' : `moved ${rest} spaces`;
  if (word === 'damaged') return 'damaged';
  if (word === 'carrying')
    return `carrying ${counted(rest.split('+').map((unit) => unit.trim().replace(/ of .*/, '')))}`;
  if (part.startsWith('landing=')) return `to land in ${part.slice('landing='.length)}`;
  if (part.includes('=')) return '';
  return states?.[part]?.word ?? WORDS[part] ?? part.replaceAll('_', ' ');
}
