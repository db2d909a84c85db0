/** Standing orders in words, and the choices for new ones. */

import type { BoardInfo, PowerOrders } from '../lib/wire';
import { asSentence, named } from '../ui/words';

export type Order = PowerOrders['orders'][number];

/** Kinds of decisions that players often answer alike, by what they read. */
export const KINDS: Record<string, string> = {
  intercept: 'interception of raids',
  reaction: 'actions in other powers’ turns',
  offer: 'offers in battles',
  submerge: 'submerging of submarines',
  withdraw: 'withdrawal of submarines and aircraft',
};

/** An order as a sentence. */
export function orderText(order: Order, board: BoardInfo): string {
  return asSentence(worded(order, board));
}

function worded(order: Order, board: BoardInfo): string {
  const unit = (id: string, n = 2) => {
    const found = board.units.find((u) => u.id === id);
    return (n === 1 ? found?.name : found?.plural)?.toLowerCase() ?? id;
  };
  const where = order.space ? ` in ${order.space}` : '';
  const until = order.until === 'turn' ? ', until the end of this turn' : '';
  switch (order.do) {
    case 'lose': {
      const first = order.units?.length
        ? `Lose ${named(order.units.map((id) => unit(id)))} first`
        : 'Lose the cheapest units first';
      const keep = Object.entries(order.keep ?? {}).map(([id, n]) => `${n} ${unit(id, n)}`);
      return `${first}${keep.length ? `, but keep ${named(keep)}` : ''}${where}${until}`;
    }
    case 'retreat':
      return `Retreat if the odds fall under ${order.percent}%${where}${until}`;
    case 'answer':
      return `Always ${order.answer === 'yes' ? 'accept' : 'decline'}: ${KINDS[order.kind] ?? order.kind.replaceAll('_', ' ')}${where}${until}`;
    case 'advise':
      return `Let the adviser decide${where}${until}`;
  }
}
