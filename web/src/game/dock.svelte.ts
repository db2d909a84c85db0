/** The panel beside the board (on narrow screens: a sheet below it): what it shows, and how much of it is in sight. */

export type Tab = 'play' | 'history' | 'chat' | 'players';

/** How far the sheet of narrow screens is pulled up, from least to most. */
const STEPS = ['peek', 'half', 'full'] as const;
const TAP = 8; // pixels that a finger may stray
const FLING = 260; // pixels after which the sheet goes two steps

export class Dock {
  tab: Tab = $state('play');
  /** The panel of wide screens is put away. */
  folded = $state(false);
  sheet: (typeof STEPS)[number] = $state('half');

  /** Can it be read? */
  get open(): boolean {
    return !this.folded && this.sheet !== 'peek';
  }

  /** Shows a tab, and the panel with it. */
  show(tab: Tab): void {
    this.tab = tab;
    this.folded = false;
    this.lift();
  }

  /** A sheet that is put away comes half up. */
  lift(): void {
    if (this.sheet === 'peek') this.sheet = 'half';
  }

  toggle(): void {
    this.sheet = this.sheet === 'half' ? 'peek' : 'half';
  }

  /** The sheet was let go of, so many pixels higher than it had been. */
  pulled(by: number): void {
    if (Math.abs(by) < TAP) this.toggle();
    else {
      const to = STEPS.indexOf(this.sheet) + Math.sign(by) * (Math.abs(by) > FLING ? 2 : 1);
      this.sheet = STEPS[Math.max(0, Math.min(STEPS.length - 1, to))] ?? 'half';
    }
  }
}
