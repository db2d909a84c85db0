/** A game as its first position and its frames, which can be folded into the position after any frame. */

import type { Change, Frame, Position } from './wire';

/** The position after a change. Unchanged parts are shared with the position before. */
export function apply(before: Position, change: Change): Position {
  return {
    round: change.round ?? before.round,
    order: change.order ?? before.order,
    power: change.power ?? before.power,
    phase: change.phase ?? before.phase,
    owners: merged(before.owners, change.owners),
    units: standing(before.units, change.units),
    ipcs: merged(before.ipcs, change.ipcs),
    income: merged(before.income, change.income),
    techs: merged(before.techs, change.techs),
    contested: change.contested ?? before.contested,
    winner: change.winner ?? before.winner,
    ending: change.ending ?? before.ending,
    signs: standing(before.signs, change.signs),
    panels: change.panels ?? before.panels,
    scores: change.scores ?? before.scores,
    numbers: different(before.numbers, change.numbers),
  };
}

type Table<T> = { [key: string]: T };

function merged<T>(before: Table<T>, change: Table<T> | undefined): Table<T> {
  return change && Object.keys(change).length ? { ...before, ...change } : before;
}

/** What differs by owner; an empty entry says that nothing does any more. */
function different<T extends object>(before: Table<T> | undefined, change: Table<T> | undefined): Table<T> {
  if (!before || !change) return before ?? change ?? {};
  const after = merged(before, change);
  for (const [owner, found] of Object.entries(change)) if (!Object.keys(found).length) delete after[owner];
  return after;
}

/** What stands in spaces; an empty list says that nothing does any more. */
function standing<T>(before: Table<T[]> | undefined, change: Table<T[]> | undefined): Table<T[]> {
  if (!before || !change) return before ?? change ?? {};
  const after = merged(before, change);
  for (const [space, found] of Object.entries(change)) if (!found.length) delete after[space];
  return after;
}

/** Whether a frame changes nothing on the board or in the history. */
export function silent(frame: Frame): boolean {
  return !frame.events.length && !Object.keys(frame.change).length;
}

/** Interval of frames at which positions are cached. */
const EVERY = 50;

/**
 * The frames known so far, in order and without gaps from 1, and the positions after them. A frame is *struck* if it was
 * undone later or undoes another frame. Replays skip struck frames.
 */
export class Story {
  readonly frames: Frame[] = [];
  readonly struck = new Set<number>();
  private readonly kept: Position[]; // the position after frames 0, EVERY, 2 * EVERY...
  private near: { n: number; position: Position }; // the last position returned: the next request is often near it

  constructor(start: Position) {
    this.kept = [start];
    this.near = { n: 0, position: start };
  }

  get newest(): number {
    return this.frames.length;
  }

  /** Add the next frames, ignoring known ones. Throws a `RangeError` if there is a gap. */
  add(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (frame.n <= this.newest) continue;
      if (frame.n !== this.newest + 1) throw new RangeError(`frame ${frame.n} does not follow frame ${this.newest}`);
      this.frames.push(frame);
      if (frame.kind === 'undo') {
        this.struck.add(frame.n);
        this.struck.add(frame.undoes ?? 0);
      }
    }
  }

  /** The position after frame `n`; 0 is the beginning. */
  at(n: number): Position {
    const wanted = Math.max(0, Math.min(n, this.newest));
    const key = Math.min(Math.floor(wanted / EVERY), this.kept.length - 1);
    let from = key * EVERY;
    let position = this.kept[key] as Position;
    if (this.near.n >= from && this.near.n <= wanted) ({ n: from, position } = this.near);
    for (let i = from; i < wanted; i++) {
      position = apply(position, (this.frames[i] as Frame).change);
      if ((i + 1) % EVERY === 0 && (i + 1) / EVERY === this.kept.length) this.kept.push(position);
    }
    this.near = { n: wanted, position };
    return position;
  }

  /** The next frame after `n` (or before it, with a step of -1) that is not struck; the latest (or 0) if there is none. */
  next(n: number, step: 1 | -1 = 1): number {
    let i = n + step;
    while (i > 0 && i < this.newest && this.struck.has(i)) i += step;
    return Math.max(0, Math.min(i, this.newest));
  }
}
