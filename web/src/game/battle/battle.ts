/** A battle rebuilt from the events of the frames: its sides, rolls, and rounds.
 * Events of unknown kinds are shown by their sentence. */

import type { BattleInfo, Frame, Happening, Units } from '../../lib/wire';

export type Side = 'attacker' | 'defender';

export interface Volley {
  kind: 'volley';
  round: number;
  side: Side;
  power: string;
  name: string;
  hitsOn: string;
  dice: number[];
  hits: number;
}

export interface Losses {
  kind: 'lost';
  round: number;
  side: Side;
  power: string;
  units: Units[];
}

/** Any other event of the battle; `units` are those that left it by retreat or surrender, if any. */
export interface Told {
  kind: 'told';
  round: number;
  event: string;
  text: string;
  side?: Side;
  units?: Units[];
}

export type Step = Volley | Losses | Told;

export interface Battle {
  /** Numbers of the frames with its first event and with its latest one. */
  first: number;
  last: number;
  space: string;
  raid: boolean;
  attacker: string;
  defender: string;
  start: Record<Side, Units[]>;
  steps: Step[];
  round: number;
  /** The sentence of the end; empty while the battle goes on. */
  ended: string;
  /** The outcome as the server words it. */
  outcome: string;
  survivors: Record<Side, Units[]> | null;
  /** What followed from it: captured, liberated, plundered … */
  after: { kind: string; text: string }[];
}

const list = (value: unknown): Units[] => (Array.isArray(value) ? (value as Units[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

const same = (a: Units, b: Units) => a.owner === b.owner && a.type === b.type;

/** A force without the given units, matched by owner and type, as conditions change in a battle. */
export function without(force: Units[], gone: Units[]): Units[] {
  const left = force.map((u) => ({ ...u }));
  for (const units of gone) {
    let n = units.count;
    const like = left.filter((u) => same(u, units));
    like.sort(
      (a, b) => Number((b.damage ?? 0) === (units.damage ?? 0)) - Number((a.damage ?? 0) === (units.damage ?? 0)),
    );
    for (const u of like) {
      const take = Math.min(n, u.count);
      u.count -= take;
      n -= take;
    }
  }
  return left.filter((u) => u.count > 0);
}

/** A force with stacks of the same owner, type, damage, and marks of `shown` counted together. */
export function summed(force: Units[], shown: object = {}): Units[] {
  const out: Units[] = [];
  const of = (u: Units) => (u.marks ?? []).filter((mark) => mark in shown);
  for (const u of force) {
    const marks = of(u);
    const like = out.find((v) => same(u, v) && (u.damage ?? 0) === (v.damage ?? 0) && of(v).join() === marks.join());
    if (like) like.count += u.count;
    else {
      const more = { ...(u.damage ? { damage: u.damage } : {}), ...(marks.length ? { marks } : {}) };
      out.push({ owner: u.owner, type: u.type, count: u.count, ...more });
    }
  }
  return out;
}

export const total = (force: Units[]): number => force.reduce((n, u) => n + u.count, 0);

const AFTER = [
  'captured',
  'liberated',
  'plundered',
  'contested',
  'returned',
  'landed',
  'taken_prisoner',
  'bomb_seized',
];

/** The latest battle or raid of these frames, or null. */
export function newest(frames: Frame[]): Battle | null {
  return battles(frames).at(-1) ?? null;
}

/** The battles and raids of these frames, in order. */
export function battles(frames: Frame[]): Battle[] {
  const struck = new Set(frames.filter((f) => f.kind === 'undo').map((f) => f.undoes ?? 0));
  const out: Battle[] = [];
  let battle: Battle | null = null;
  const take = (next: Battle | null) => {
    if (next && next !== battle) out.push(next);
    battle = next;
  };
  const now = () => battle as Battle | null;
  for (const frame of frames) {
    if (frame.kind === 'undo' || struck.has(frame.n)) continue;
    for (const event of frame.events) take(told(battle, event, frame));
    const open = now();
    if (open && !open.ended && frame.battle?.space === open.space) open.round = frame.battle.round;
    else if (frame.battle && (!open || open.ended)) take(standing(frame.battle, frame.n));
  }
  return out;
}

/** A stable name for a battle: no two battles in one space begin in one frame. */
export const nameOf = (battle: Battle): string => `${battle.first} ${battle.space} ${battle.raid ? 'raid' : ''}`;

function fresh(frame: number, space: string, attacker: string, defender: string): Battle {
  return {
    first: frame,
    last: frame,
    space,
    raid: false,
    attacker,
    defender,
    start: { attacker: [], defender: [] },
    steps: [],
    round: 0,
    ended: '',
    outcome: '',
    survivors: null,
    after: [],
  };
}

/** A battle of which only the current state is known. */
export function standing(info: BattleInfo, frame: number): Battle {
  const battle = fresh(frame, info.space, info.attacker.power, info.defender.power);
  battle.start = { attacker: info.attacker.units, defender: info.defender.units };
  battle.round = info.round;
  return battle;
}

function told(battle: Battle | null, event: Happening, frame: Frame): Battle | null {
  const data = event.data;
  const space = text(data.space);
  if (event.kind === 'battle_started') {
    const defenders = list(data.defenders);
    const begun = fresh(frame.n, space, text(data.attacker), majority(defenders));
    begun.start = { attacker: list(data.attackers), defender: defenders };
    begun.round = 1;
    return begun;
  }
  const elsewhere = ['volley_fired', 'raided'].includes(event.kind) && battle?.raid && space !== battle.space;
  const open = battle && !battle.ended && !elsewhere ? battle : null;
  if (!open) {
    if (event.kind === 'volley_fired' || event.kind === 'raided') {
      const raid = fresh(frame.n, space, event.kind === 'raided' ? text(data.power) : '', '');
      raid.raid = true;
      if (event.kind === 'volley_fired') raid[data.side === 'attacker' ? 'attacker' : 'defender'] = text(data.power);
      raid.round = 1;
      return told(raid, event, frame);
    }
    if (battle && AFTER.includes(event.kind) && frame.n === battle.last && !battle.raid) {
      if (!space || space === battle.space || event.kind === 'plundered')
        battle.after.push({ kind: event.kind, text: event.text });
    }
    return battle;
  }
  if (open.raid && ['moved', 'turn_started'].includes(event.kind)) {
    open.ended = 'Raid complete';
    return open;
  }
  if (space && space !== open.space) return open; // elsewhere, such as an aircraft that lands
  open.last = frame.n;
  if (event.kind === 'volley_fired') {
    const volley: Volley = {
      kind: 'volley',
      round: open.round,
      side: data.side === 'attacker' ? 'attacker' : 'defender',
      power: text(data.power),
      name: text(data.volley),
      hitsOn: String(data.hits_on ?? ''),
      dice: Array.isArray(data.dice) ? data.dice.map(Number) : [],
      hits: number(data.hits),
    };
    const again = open.steps.some(
      (s) =>
        s.kind === 'volley' &&
        s.round === open.round &&
        s.side === volley.side &&
        s.name === volley.name &&
        s.hitsOn === volley.hitsOn &&
        s.power === volley.power,
    );
    if (again) {
      open.round += 1;
      volley.round = open.round;
    }
    open.steps.push(volley);
  } else if (event.kind === 'lost') {
    const units = list(data.force);
    const power = text(data.power);
    const side = sideOf(open, units, power);
    open[side] ||= units[0]?.owner || power; // a raid whose bombers are all shot down
    open.steps.push({ kind: 'lost', round: open.round, side, power, units });
  } else if (event.kind === 'battle_ended') {
    open.ended = event.text;
    open.outcome = text(data.outcome);
    open.round = number(data.rounds) || open.round;
    open.survivors = { attacker: list(data.attackers), defender: list(data.defenders) };
  } else if (event.kind === 'raided') {
    open.raid = true;
    open.attacker ||= text(data.power);
    open.defender ||= text(data.loser);
    const dice = Array.isArray(data.dice) ? data.dice.map(Number) : [];
    if (dice.length) {
      open.steps.push({
        kind: 'volley',
        round: open.round,
        side: 'attacker',
        power: text(data.power),
        name: 'bombs',
        hitsOn: '',
        dice,
        hits: number(data.ipcs),
      });
    }
    open.ended = event.text;
  } else {
    const units = list(data.force);
    const leaves = ['withdrew', 'submerged', 'flew_off', 'surrender_offered'].includes(event.kind) && units.length > 0;
    const side = leaves ? sideOf(open, units, text(data.power)) : undefined;
    open.steps.push({
      kind: 'told',
      round: open.round,
      event: event.kind,
      text: event.text,
      ...(side ? { side, units } : {}),
    });
  }
  return open;
}

function majority(force: Units[]): string {
  const counts = new Map<string, number>();
  for (const u of force) counts.set(u.owner, (counts.get(u.owner) ?? 0) + u.count);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function sideOf(battle: Battle, units: Units[], power: string): Side {
  const owner = units[0]?.owner || power;
  if (owner === battle.attacker || battle.start.attacker.some((u) => u.owner === owner)) return 'attacker';
  if (owner === battle.defender || battle.start.defender.some((u) => u.owner === owner)) return 'defender';
  return battle.attacker ? 'defender' : 'attacker';
}

export interface Standing {
  units: Record<Side, Units[]>;
  /** Casualties in the round of the last step shown. */
  fallen: Record<Side, Units[]>;
  round: number;
}

/** Both sides after the first `count` steps. */
export function standingAfter(battle: Battle, count: number): Standing {
  const units = { attacker: battle.start.attacker, defender: battle.start.defender };
  const fallen: Record<Side, Units[]> = { attacker: [], defender: [] };
  let round = battle.steps[0]?.round ?? battle.round;
  for (const step of battle.steps.slice(0, count)) {
    if (step.round !== round) {
      round = step.round;
      fallen.attacker = [];
      fallen.defender = [];
    }
    if (step.kind === 'lost') {
      units[step.side] = without(units[step.side], step.units);
      fallen[step.side] = [...fallen[step.side], ...step.units];
    } else if (step.kind === 'told' && step.side && step.units) {
      units[step.side] = without(units[step.side], step.units);
    }
  }
  return { units, fallen, round };
}

/** All casualties so far. */
export function losses(battle: Battle, count = battle.steps.length): Record<Side, Units[]> {
  const out: Record<Side, Units[]> = { attacker: [], defender: [] };
  for (const step of battle.steps.slice(0, count)) if (step.kind === 'lost') out[step.side].push(...step.units);
  return { attacker: summed(out.attacker), defender: summed(out.defender) };
}

/** The rolls of one round and side, as dice trays: one for each name and number. */
export function trays(battle: Battle, count: number, round: number, side: Side): Volley[] {
  return battle.steps
    .slice(0, count)
    .filter((s): s is Volley => s.kind === 'volley' && s.round === round && s.side === side);
}

/** Which dice of a roll hit: those at or below its number; null if it has no single number. */
export function hitting(volley: Volley): boolean[] | null {
  const numbers = volley.hitsOn.match(/\d+/g) ?? [];
  if (numbers.length !== 1) return null; // several columns in one roll
  const marks = volley.dice.map((d) => d <= Number(numbers[0]));
  return marks.filter(Boolean).length === volley.hits ? marks : null;
}

/** How a battle ended, in a few words; empty while it goes on. */
export function outcomeOf(battle: Battle): string {
  const captured = battle.after.find((event) => event.kind === 'captured' || event.kind === 'liberated');
  if (captured) return captured.text;
  if (battle.raid || !battle.survivors) return battle.ended;
  const { attacker, defender } = battle.survivors;
  if (attacker.length && !defender.length) return `${battle.attacker || 'The attacker'} wins`;
  if (defender.length && !attacker.length) return `${battle.defender || 'The defender'} holds`;
  return battle.outcome.charAt(0).toUpperCase() + battle.outcome.slice(1);
}

/** Whether a frame has events of a battle. */
export function fighting(frame: Frame | undefined): boolean {
  return !!frame?.events.some((e) => ['battle_started', 'volley_fired', 'battle_ended', 'raided'].includes(e.kind));
}
