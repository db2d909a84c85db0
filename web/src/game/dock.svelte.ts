/** The panel beside the board, or the sheet below it on narrow screens: its tab and how much of it is visible. */

export type Tab = 'play' | 'status' | 'history' | 'chat' | 'players';

/** How far the sheet is pulled up on narrow screens, from least to most. */
const STEPS = ['peek', 'half', 'full'] as const;
const TAP = 8; // pixels a tap may move
const FLING = 260; // pixels after which the sheet moves two steps

export class Dock {
  tab: Tab = $state('play');
  /** Whether the panel of wide screens is hidden. */
  folded = $state(false);
  sheet: (typeof STEPS)[number] = $state('half');

  /** Whether the panel is visible. */
  get open(): boolean {
    return !this.folded && this.sheet !== 'peek';
  }

  /** Show a tab, and open the panel. */
  show(tab: Tab): void {
    this.tab = tab;
    this.folded = false;
    this.lift();
  }

  /** Open a collapsed sheet halfway. */
  lift(): void {
    if (this.sheet === 'peek') this.sheet = 'half';
  }

  toggle(): void {
    this.sheet = this.sheet === 'half' ? 'peek' : 'half';
  }

  /** Settle the sheet after a drag, given how many pixels higher it was released. */
  pulled(by: number): void {
    if (Math.abs(by) < TAP) this.toggle();
    else {
      const to = STEPS.indexOf(this.sheet) + Math.sign(by) * (Math.abs(by) > FLING ? 2 : 1);
      this.sheet = STEPS[Math.max(0, Math.min(STEPS.length - 1, to))] ?? 'half';
    }
  }
}
