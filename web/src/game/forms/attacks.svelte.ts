/** The odds of the planned attacks, requested again when their units change. */

import { api } from '../../lib/api';
import type { LiveGame } from '../../lib/live.svelte';
import type { OddsBrief } from '../../lib/wire';
import { pendingAttacks } from './moving';

export interface Attack {
  space: string;
  odds: OddsBrief | null;
  /** The mission of all units there, such as ``raid``; empty for a battle. */
  mission: string;
}

/** Marks of aircraft that do not fight in their space. */
const MISSIONS = new Set(['raid']);

export class Attacks {
  private found = $state.raw<Record<string, OddsBrief | null>>({});
  private keys = new Map<string, string>();
  private running = false;
  private closed = false;

  constructor(
    private readonly live: LiveGame,
    private readonly power: () => string,
  ) {}

  private get spaces(): string[] {
    const { view, position } = this.live;
    return view && position ? pendingAttacks(view.board, position, this.power()) : [];
  }

  get list(): Attack[] {
    return this.spaces.map((space) => ({ space, odds: this.found[space] ?? null, mission: this.mission(space) }));
  }

  private mission(space: string): string {
    const { board } = this.live.view;
    const units = this.live.position.units[space] ?? [];
    const own = units.filter(
      (u) => u.owner === this.power() && board.units.find((x) => x.id === u.type)?.kind !== 'structure',
    );
    const shared = own[0]?.marks?.filter((m) => MISSIONS.has(m) && own.every((u) => u.marks?.includes(m)));
    return shared?.[0] ?? '';
  }

  private key(space: string): string {
    const { position } = this.live;
    const landing = Object.entries(position.units).filter(([, units]) =>
      units.some((u) => u.marks?.some((m) => m === `landing=${space}`)),
    );
    return JSON.stringify([position.units[space] ?? [], landing]);
  }

  /** Stop all requests when the form is closed. */
  close(): void {
    this.closed = true;
  }

  /** Update after a change of the position. */
  async refresh(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      while (!this.closed) {
        const space = this.spaces.find((s) => this.keys.get(s) !== this.key(s) && !this.mission(s));
        if (!space) return;
        this.keys.set(space, this.key(space));
        try {
          const odds = await api.standing(this.live.id, space);
          this.found = { ...this.found, [space]: odds };
        } catch {
          this.found = { ...this.found, [space]: null };
        }
      }
    } finally {
      this.running = false;
    }
  }
}
