/** What the form on screen shows on the map: forms write it; the board displays it and calls back. */

/** The meaning of a highlighted space: a source, a destination, an attack, a placement, or a choice. */
export type Light = 'source' | 'move' | 'attack' | 'place' | 'choice';

export interface Arrow {
  path: string[];
  attack: boolean;
  power: string;
}

export class Pointing {
  /** The selected space. */
  selected = $state<string | null>(null);
  /** Highlighted spaces, which can be clicked. */
  lit = $state.raw<Record<string, Light>>({});
  arrows = $state.raw<Arrow[]>([]);
  /** Called for a click or Enter on a space; null if the form does not use the map. */
  pick = $state.raw<((space: string) => void) | null>(null);
  /** Called when units are dragged from one space to another. */
  drag = $state.raw<((from: string, to: string) => void) | null>(null);
  /** Short texts at spaces, such as "87%" or "+2". */
  badges = $state.raw<Record<string, string>>({});
  /** The space under the pointer or in focus, set by the board. */
  hovered = $state<string | null>(null);

  /** Clear everything when the form is closed. */
  clear(): void {
    this.selected = null;
    this.lit = {};
    this.arrows = [];
    this.pick = null;
    this.drag = null;
    this.badges = {};
  }
}

/** The parts that a board reads. */
export type Pointed = Pick<Pointing, 'selected' | 'lit' | 'arrows' | 'pick' | 'drag' | 'badges'>;
