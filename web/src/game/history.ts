/** The history of a game: turns with phases, which hold lines and battles. */

import type { BoardInfo, Frame, Happening, Units } from '../lib/wire';

export type Topic = 'move' | 'battle' | 'money' | 'other';

/** One event. `n` is the frame after which the board shows its outcome; `power` is the acting power, or empty. */
export interface Line {
  type: 'line';
  key: string;
  n: number;
  kind: string;
  topic: Topic;
  power: string;
  text: string;
  /** The same, with only the ends of a route. */
  short: string;
  dice: number[];
  hits: number;
  /** For dice: the number they hit on, such as `3`, or empty. */
  on: string;
  struck: boolean;
  /** The server gave the answer by a standing order. */
  ordered?: boolean;
  /** Who gave the answer for a partner whose time had run out, or empty. */
  partner?: string;
  /** The round of its battle; 0 outside of battles. */
  round: number;
}

/** A battle from its first roll to its outcome. */
export interface Fight {
  type: 'fight';
  key: string;
  n: number;
  last: number;
  space: string;
  attacker: string;
  lines: Line[];
  outcome: string;
  struck: boolean;
}

export interface Phase {
  key: string;
  name: string;
  items: (Line | Fight)[];
}

/** A turn. `n` is the frame in which it begins, which turns of eliminated powers share with the next; `last` its latest
 * frame. */
export interface Turn {
  key: string;
  n: number;
  last: number;
  round: number;
  power: string;
  phases: Phase[];
  battles: number;
  taken: number;
}

const TOPICS: Record<string, Topic> = {
  moved: 'move',
  landed: 'move',
  bought: 'money',
  developed: 'money',
  technology_rolled: 'money',
  technology_gained: 'money',
  placed: 'money',
  unplaced: 'money',
  income: 'money',
  no_income: 'money',
  paid: 'money',
  neutral_violated: 'money',
  aa_fired: 'battle',
  lost: 'battle',
  captured: 'battle',
  contested: 'battle',
  liberated: 'battle',
  plundered: 'battle',
  raided: 'battle',
  rocket_fired: 'battle',
  battle_started: 'battle',
  volley_fired: 'battle',
  absorbed: 'battle',
  withdrew: 'battle',
  submerged: 'battle',
  flew_off: 'battle',
  battle_ended: 'battle',
};

/** The phase of events before the first turn. */
const BEGIN = 'begin';

/** Events of a space with a battle that are not part of the battle. */
const BESIDE = new Set(['moved', 'captured', 'liberated', 'plundered', 'contested', 'placed', 'income']);

/** Units in words, such as `5 infantry, 2 armor`. */
export function forceText(force: readonly Units[], board: Pick<BoardInfo, 'units'>): string {
  const counts = new Map<string, number>();
  for (const units of force) counts.set(units.type, (counts.get(units.type) ?? 0) + units.count);
  return [...counts]
    .map(([type, n]) => {
      if (type === 'hidden') return 'hidden units';
      const unit = board.units.find((u) => u.id === type);
      return `${n} ${((n === 1 ? unit?.name : unit?.plural) ?? type).toLowerCase()}`;
    })
    .join(', ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const force = (value: unknown): Units[] =>
  Array.isArray(value) && value.every((u) => typeof u === 'object' && u !== null && 'type' in u) ? value : [];
const diceOf = (value: unknown): number[] =>
  Array.isArray(value) && value.every((d) => typeof d === 'number') ? value : [];

/** The parts of a board needed to describe events. */
export type Named = Pick<BoardInfo, 'units'> & Partial<Pick<BoardInfo, 'rules'>>;

/** An event in few words, without its power, which is shown beside it. `ends`: show only the ends of a route. */
export function brief(event: Happening, board: Named, ends = false): string {
  const { kind, data } = event;
  const units = forceText(force(data.force), board);
  if (kind === 'moved' && Array.isArray(data.path)) {
    const way = ends ? [data.path[0], data.path.at(-1)] : data.path;
    return `${units}: ${way.join(' → ')}`;
  }
  if (kind === 'withdrew') return `${units} retreat to ${text(data.target)}`;
  if (kind === 'volley_fired') return `${text(data.volley)}`;
  if (kind === 'aa_fired') return 'antiaircraft fire';
  if (kind === 'developed') return `rolls for weapons development (${data.ipcs} IPCs)`; // the dice are shown beside it
  // the dice are shown beside it
  if (kind === 'raided') return `bombs ${text(data.space)}: ${text(data.loser)} loses ${data.ipcs} IPCs`;
  const power = text(data.power);
  let said = event.text;
  // where it happens is shown above it
  if (kind === 'lost' && said.endsWith(` in ${text(data.space)}`)) said = said.slice(0, -4 - text(data.space).length);
  if (power && said.startsWith(`${power} `)) said = said.slice(power.length + 1);
  else if (power && said.startsWith(`${power}: `)) said = said.slice(power.length + 2);
  const named = (board.rules ?? []).filter((rule) => said.includes(rule.id));
  named.sort((a, b) => b.id.length - a.id.length); // an id may start with another id
  for (const rule of named) said = said.replaceAll(rule.id, rule.title);
  return said;
}

function line(event: Happening, frame: Frame, i: number, board: BoardInfo, struck: boolean): Line {
  const { data, kind } = event;
  const dice = data.dice ?? (typeof data.die === 'number' ? [data.die] : []);
  return {
    type: 'line',
    key: `${frame.n}.${i}`,
    n: frame.n,
    kind,
    topic: TOPICS[kind] ?? 'other',
    power: text(data.power) || (kind === 'battle_started' ? text(data.attacker) : ''),
    text: brief(event, board),
    short: brief(event, board, true),
    dice: diceOf(dice),
    hits: typeof data.hits === 'number' ? data.hits : -1,
    on: text(data.hits_on) || (typeof data.hits_on === 'number' ? String(data.hits_on) : ''),
    struck,
    ordered: !!frame.ordered && i === 0,
    partner: (i === 0 && frame.partner) || '',
    round: 0,
  };
}

/** The history of all frames from the first. `phase` is the phase in which the game begins. */
export function chronicle(
  frames: readonly Frame[],
  struck: ReadonlySet<number>,
  board: BoardInfo,
  phase: string,
): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn = fresh('0', 0, 0, '');
  let fight: Fight | null = null;
  let now = phase;
  let round = 1;
  let fired = new Set<string>(); // rolls of this round of battle: when one repeats, the next round has begun
  for (const frame of frames) {
    const after = frame.change.phase ?? now;
    if (frame.kind === 'undo') {
      now = after;
      continue;
    }
    frame.events.forEach((event, i) => {
      const { kind, data } = event;
      if (kind === 'round_started' || kind === 'phase_started') return;
      if (kind === 'turn_started') {
        const opening = turn.power ? [] : turn.phases;
        turn = fresh(`${frame.n}.${i}`, frame.n, Number(data.round), text(data.power));
        turn.phases = opening;
        turns.push(turn);
        fight = null;
        now = frame.n === 1 ? phase : after;
        return;
      }
      const entry = line(event, frame, i, board, struck.has(frame.n));
      const here = !turn.power
        ? BEGIN
        : ['income', 'no_income'].includes(kind) && board.phases?.includes('collect')
          ? 'collect'
          : kind === 'game_ended'
            ? after
            : now;
      const group = phaseOf(turn, here, board);
      const space = text(data.space);
      turn.last = Math.max(turn.last, frame.n);
      if (kind === 'battle_started') {
        fight = started(entry, space, text(data.attacker));
        round = 1;
        fired = new Set();
        group.items.push(fight);
        if (!entry.struck) turn.battles += 1;
        return;
      }
      if (kind === 'captured' || kind === 'liberated') turn.taken += entry.struck ? 0 : 1;
      if (fight && fight.space === space && !BESIDE.has(kind)) {
        if (kind === 'battle_ended') {
          fight.outcome = text(data.outcome) || entry.text;
          fight.last = frame.n;
          fight = null;
        } else {
          const volley = `${entry.power} ${entry.text} ${entry.on}`;
          if (kind === 'volley_fired' && fired.has(volley)) {
            round += 1;
            fired.clear();
          }
          if (kind === 'volley_fired') fired.add(volley);
          fight.lines.push({ ...entry, round });
          fight.last = frame.n;
        }
        return;
      }
      group.items.push(entry);
    });
    now = after;
  }
  if (!turns.length && turn.phases.length) turns.push(turn);
  return turns;
}

function fresh(key: string, n: number, round: number, power: string): Turn {
  return { key, n, last: n, round, power, phases: [], battles: 0, taken: 0 };
}

function started(entry: Line, space: string, attacker: string): Fight {
  const { key, n, struck } = entry;
  return { type: 'fight', key, n, last: n, space, attacker, lines: [], outcome: '', struck };
}

function phaseOf(turn: Turn, key: string, board: BoardInfo): Phase {
  let found = turn.phases.at(-1);
  if (found?.key !== key) {
    found = {
      key,
      name: key === BEGIN ? 'Start of game' : (board.words[key] ?? key.replaceAll('_', ' ')),
      items: [],
    };
    turn.phases.push(found);
  }
  return found;
}

export type Filter = 'all' | 'battles' | 'money';

/** What a turn has brought, such as "2 battles, 1 captured"; empty if nothing. */
export function summary(turn: Turn): string {
  const battles = turn.battles && `${turn.battles} ${turn.battles === 1 ? 'battle' : 'battles'}`;
  return [battles, turn.taken && `${turn.taken} captured`].filter(Boolean).join(', ');
}

/** The history as filtered. Undone events appear only under `all`. */
export function sifted(turns: readonly Turn[], filter: Filter): Turn[] {
  if (filter === 'all') return [...turns];
  const wanted = (item: Line | Fight): boolean => {
    if (item.struck) return false;
    if (item.type === 'fight') return filter === 'battles';
    return item.topic === (filter === 'battles' ? 'battle' : 'money');
  };
  return turns
    .map((turn) => ({
      ...turn,
      phases: turn.phases.map((p) => ({ ...p, items: p.items.filter(wanted) })).filter((p) => p.items.length),
    }))
    .filter((turn) => turn.phases.length);
}
