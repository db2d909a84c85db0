/** Spaces and units in words, for screen readers. */

import type { BoardInfo, Position, Units } from '../lib/wire';

/** "5 infantry, 2 armor"; units that differ only by what they did this turn are one. */
export function unitsText(units: Units[], board: Pick<BoardInfo, 'units'>): string {
  const counts = new Map<string, number>();
  for (const u of units) if (u.count > 0) counts.set(u.type, (counts.get(u.type) ?? 0) + u.count);
  return [...counts]
    .map(([type, count]) => {
      if (type === 'hidden') return count === 1 ? '1 hidden unit' : `${count} hidden units`;
      const info = board.units.find((u) => u.id === type);
      const name = (count === 1 ? info?.name : info?.plural) ?? type;
      return `${count} ${name.toLowerCase()}`;
    })
    .join(', ');
}

/** "Germany, controlled by Germany, worth 10 IPCs: 5 infantry, 2 armor". */
export function spaceText(space: string, board: BoardInfo, position: Position): string {
  const info = board.spaces.find((s) => s.name === space);
  const parts = [space];
  const owner = position.owners[space];
  if (info?.kind === 'land') {
    if (owner) parts.push(`controlled by ${owner}`);
    else if (position.contested.includes(space)) parts.push('contested');
    else if (info.neutral) parts.push('neutral');
    if (board.powers.some((p) => p.capital === space)) parts.push('capital');
    if (info.closed) parts.push('impassable');
    if (info.value) parts.push(`worth ${info.value} ${info.value === 1 ? 'IPC' : 'IPCs'}`);
  }
  const units = position.units[space] ?? [];
  const owners = [...new Set(units.filter((u) => u.count > 0).map((u) => u.owner))];
  const forces = owners.map((who) => {
    const text = unitsText(
      units.filter((u) => u.owner === who),
      board,
    );
    return owners.length === 1 && who === owner ? text : `${who} with ${text}`;
  });
  return parts.join(', ') + (forces.length ? `: ${forces.join('; ')}` : '');
}
