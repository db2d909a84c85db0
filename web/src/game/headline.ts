/** The main event of the frame on the board, in a line or two, and its space. */

import type { BoardInfo, Frame, GameView, Position } from '../lib/wire';
import { brief, type Named } from './history';
import { absentee } from './partners';
import type { Arrow } from './pointing.svelte';

export interface Headline {
  n: number;
  power: string;
  text: string;
  space: string;
  dice: number[];
  on: string;
  hits: number;
  /** How many more events the frame has. */
  more: number;
}

/** Weights of events: the heaviest event of a frame is its headline. */
const WEIGHT: Record<string, number> = {
  game_ended: 100,
  technology_gained: 80,
  captured: 70,
  liberated: 70,
  battle_ended: 60,
  plundered: 55,
  raided: 50,
  rocket_fired: 50,
  aa_fired: 46,
  volley_fired: 45,
  battle_started: 40,
  withdrew: 35,
  submerged: 35,
  flew_off: 35,
  lost: 30,
  bought: 25,
  moved: 20,
  landed: 20,
  placed: 18,
  developed: 15,
  turn_started: 12,
  round_started: 0,
  income: 10,
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function headline(frame: Frame | undefined, board: Named): Headline | null {
  if (!frame?.events.length) return null;
  const events = frame.events.map((event, i) => ({ event, i, weight: WEIGHT[event.kind] ?? 28 }));
  events.sort((a, b) => b.weight - a.weight || a.i - b.i);
  const first = events[0]?.event;
  if (!first) return null;
  const { data } = first;
  const said = brief(first, board, true);
  return {
    n: frame.n,
    power: text(data.power) || (first.kind === 'battle_started' ? text(data.attacker) : '') || frame.power,
    text: said.charAt(0).toUpperCase() + said.slice(1),
    space: text(data.space) || (Array.isArray(data.path) ? text(data.path.at(-1)) : ''),
    dice: first.kind === 'volley_fired' || first.kind === 'aa_fired' ? ((data.dice as number[]) ?? []) : [],
    on: text(data.hits_on),
    hits: typeof data.hits === 'number' ? data.hits : -1,
    more: events.filter((e) => e.weight > 12).length - 1,
  };
}

/** The moves of a frame as arrows on the map; `after` is the position after it. */
export function arrowsOf(frame: Frame | undefined, board: BoardInfo, after: Position): Arrow[] {
  if (frame?.kind !== 'answer') return [];
  const side = new Map(board.powers.map((p) => [p.name, p.side]));
  const out: Arrow[] = [];
  for (const event of frame.events) {
    const path = event.data.path;
    if (event.kind !== 'moved' || !Array.isArray(path) || path.length < 2) continue;
    const power = text(event.data.power);
    const end = text(path.at(-1));
    const foes = (after.units[end] ?? []).some((u) => side.get(u.owner) !== side.get(power));
    const taken = frame.events.some((e) => e.kind === 'captured' && e.data.space === end);
    out.push({ path: path as string[], attack: foes || taken, power });
  }
  return out;
}

/** The title of a game's page. */
export function pageTitle({ title, board, status, questions, position, seats }: GameView): string {
  const name = title || board.title;
  if (status === 'over') return `Over: ${name}`;
  if (status === 'waiting') return `Waiting for players · ${name}`;
  const [asked] = questions;
  if (!asked) return `${position.power}, round ${position.round} · ${name}`;
  const absent = absentee(seats, asked.power);
  return `● Your turn${absent && ` for ${absent}`}: ${asked.power} · ${name}`;
}
