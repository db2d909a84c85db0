/** Checks every roll of a game in this page, as far as the dice have been revealed, and reveals the player's own salt. */

import { Checker, checkKept, checkShares, type DiceRecord, Fault, FORMAT, type FrameDice, VERSION } from '../lib/dice';
import type { LiveGame } from '../lib/live.svelte';
import { note, notesOf } from '../lib/notes';
import { revealShares } from '../lib/shares';
import type { Frame } from '../lib/wire';

const SEEN = 'the dice are not those that this page has seen before';

/** The dice of a frame, as its events show them. */
export function diceOf(frame: Frame): FrameDice {
  const faces = frame.events.flatMap(({ data }) => [data.dice ?? [], data.die ?? []].flat() as number[]);
  return { frame: frame.n, faces, rolled: frame.rolled ?? [] };
}

export class Witness {
  /** The number of rolls and dice that this page has checked, and of rolls that only the seed can show. */
  rolls = $state(0);
  dice = $state(0);
  open = $state(0);
  /** The first thing that does not match, as a sentence, or empty. */
  fault = $state('');
  /** Whether the seed is known and everything matches it. */
  ended = $state(false);
  /** Powers whose players did not reveal their salts. */
  readonly silent = $derived.by(() => this.live.view?.shares?.filter((share) => !share.given) ?? []);

  private checker: Checker | null = null;
  private next = 0; // index of the next frame
  private running = false;
  private revealing = false;

  constructor(private readonly live: LiveGame) {}

  /** Look at the game after each change: call this in an effect. */
  look(): void {
    const { view, whole, frames } = this.live;
    if (!view || this.fault) return;
    if (view.status === 'waiting') void this.reveal();
    else if (whole && (this.next < frames.length || (view.seed && !this.ended))) void this.run();
  }

  private async reveal(): Promise<void> {
    if (this.revealing) return;
    this.revealing = true;
    try {
      this.fault = await revealShares(this.live.view);
    } catch {
      // too early, or the connection is lost: the next change tries again
    }
    this.revealing = false;
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      await this.check();
    } catch (error) {
      this.fault = error instanceof Fault ? error.message : `the dice could not be checked (${String(error)})`;
    }
    this.running = false;
    if (!this.fault && this.next < this.live.frames.length) this.look();
  }

  private async check(): Promise<void> {
    const { view } = this.live;
    const { commitment, chain = 0, shares = [], salts } = view;
    const taken = view.past?.frames ?? 0; // the dice of a saved game are those of its own commitment
    const notes = notesOf(view.id);
    if (!this.checker) {
      await checkShares(shares, salts);
      if (notes?.commitment) checkKept(notes, { commitment, shares, salts });
      this.checker = new Checker(chain, commitment, salts);
    }
    const checker = this.checker;
    if (commitment !== checker.commitment) throw new Fault('commitment', 'the commitment has changed during the game');
    let seen = notes?.frame ?? 0;
    if (this.next) seen = 0;
    for (; this.next < this.live.frames.length; this.next++) {
      const row = diceOf(this.live.frames[this.next] as Frame);
      if (seen && row.frame > seen) {
        if (checker.digest !== notes?.digest) throw new Fault('kept', SEEN);
        seen = 0;
      }
      if (row.frame > taken && (row.faces.length || row.rolled.length)) await checker.take(row);
      this.rolls = checker.rolls;
      this.dice = checker.dice;
    }
    if (seen && checker.digest !== notes?.digest) throw new Fault('kept', SEEN);
    if (notes && checker.frame > notes.frame) note(view.id, { frame: checker.frame, digest: checker.digest });
    const { seed } = this.live.view;
    if (seed) await checker.end(seed);
    this.ended = !!seed;
    this.open = checker.open;
  }

  /** The dice as this page has seen them, with its own notes, for `verify_dice.py`. */
  record(): DiceRecord {
    const { id, title, chain = 0, commitment, shares = [], salts, seed, past } = this.live.view;
    const notes = notesOf(id);
    const later = this.live.frames.slice(past?.frames ?? 0);
    const frames = later.map(diceOf).filter((row) => row.faces.length || row.rolled.length);
    const { own, ...kept } = notes ?? { own: [] };
    return { format: FORMAT, version: VERSION, game: id, title, chain, commitment, shares, salts, seed, frames, kept };
  }
}
