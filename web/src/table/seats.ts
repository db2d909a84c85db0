/** Who plays which power in a new game. */

import type { PowerInfo, SeatWish } from '../lib/wire';

export type SeatKind = SeatWish['kind'];

export interface Seat {
  kind: SeatKind;
  /** The computer player, if the computer has the seat. */
  player: string;
  /** The number of the friend who gets the seat, if it is open: one invitation for all seats of a friend. */
  friend?: number;
}

export type Seats = Record<string, Seat>;

export interface Preset {
  label: string;
  seats: Seats;
}

/** The sides with their powers, in turn order. */
export function sides(powers: PowerInfo[]): { side: string; powers: PowerInfo[] }[] {
  const found = new Map<string, PowerInfo[]>();
  for (const power of powers) found.set(power.side, [...(found.get(power.side) ?? []), power]);
  return [...found].map(([side, own]) => ({ side, powers: own }));
}

/** ``central_powers`` -> ``Central Powers``. */
export function sideName(side: string): string {
  return side.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());
}

export function seated(powers: PowerInfo[], kind: (power: PowerInfo) => SeatKind, player = 'quick'): Seats {
  return Object.fromEntries(powers.map((p) => [p.name, { kind: kind(p), player }]));
}

export function presets(powers: PowerInfo[], player = 'quick'): Preset[] {
  const of = sides(powers).map((s) => s.side);
  const mine = (side: string, others: SeatKind) => seated(powers, (p) => (p.side === side ? 'human' : others), player);
  return [
    ...of.map((side) => ({
      label: `Play the ${sideName(side)} against the computer`,
      seats: mine(side, 'computer'),
    })),
    ...of.map((side) => ({ label: `Play the ${sideName(side)} against a friend`, seats: mine(side, 'open') })),
    { label: 'Hot seat: everyone at this screen', seats: seated(powers, () => 'human', player) },
    { label: 'Computer against computer', seats: seated(powers, () => 'computer', player) },
  ];
}

/** The seats given in an address: powers of `me` and of `friends`, the rest for the computer; null if it names neither. */
export function asked(hash: string, powers: PowerInfo[], player = 'quick'): Seats | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const [me, friends] = ['me', 'friends'].map((name) => (given.get(name) ?? '').split(','));
  if (!powers.some((p) => me?.includes(p.name) || friends?.includes(p.name))) return null;
  return seated(
    powers,
    (p) => (me?.includes(p.name) ? 'human' : friends?.includes(p.name) ? 'open' : 'computer'),
    player,
  );
}

export function same(a: Seats, b: Seats, powers: PowerInfo[]): boolean {
  return powers.every((p) => a[p.name]?.kind === b[p.name]?.kind);
}

export function wishes(seats: Seats, powers: PowerInfo[]): SeatWish[] {
  return powers.map((p) => {
    const seat = seats[p.name] ?? { kind: 'computer', player: 'quick' };
    if (seat.kind === 'computer') return { power: p.name, kind: seat.kind, player: seat.player };
    return seat.kind === 'open'
      ? { power: p.name, kind: seat.kind, friend: `Friend ${seat.friend ?? 1}` }
      : { power: p.name, kind: seat.kind };
  });
}

/** Who plays which powers, in words, for the summary. */
export function summary(seats: Seats, powers: PowerInfo[]): { kind: SeatKind; who: string; powers: PowerInfo[] }[] {
  const groups: [SeatKind, string][] = [
    ['human', 'You'],
    ['open', 'Friends, by link'],
    ['computer', 'The computer'],
  ];
  return groups
    .map(([kind, who]) => ({ kind, who, powers: powers.filter((p) => seats[p.name]?.kind === kind) }))
    .filter((group) => group.powers.length);
}
