/** What the form on screen wants of the map: the forms write it, the board shows it and calls back. */

/** What a lit space means: where units may start from, go to, attack, be placed, or simply one that may be chosen. */
export type Light = 'source' | 'move' | 'attack' | 'place' | 'choice';

export interface Arrow {
  path: string[];
  attack: boolean;
  power: string;
}

export class Pointing {
  /** The space under work. */
  selected = $state<string | null>(null);
  /** Spaces that mean something if clicked. */
  lit = $state.raw<Record<string, Light>>({});
  arrows = $state.raw<Arrow[]>([]);
  /** A click (or Enter) on a space; null if nothing is asked of the map. */
  pick = $state.raw<((space: string) => void) | null>(null);
  /** Units dragged from a space to another. */
  drag = $state.raw<((from: string, to: string) => void) | null>(null);
  /** Short texts at spaces, as "87%" or "+2". */
  badges = $state.raw<Record<string, string>>({});
  /** The space the pointer (or the keyboard) is over, written by the board's owner. */
  hovered = $state<string | null>(null);

  /** The form is gone: the map is only a map again. */
  clear(): void {
    this.selected = null;
    this.lit = {};
    this.arrows = [];
    this.pick = null;
    this.drag = null;
    this.badges = {};
  }
}

/** What a board reads of it. */
export type Pointed = Pick<Pointing, 'selected' | 'lit' | 'arrows' | 'pick' | 'drag' | 'badges'>;
