/** Moving units: the selection, the spaces it can reach, and sending the answers. One instance per open form of
 * moves; it lives on from one answer to the next. */

import { api } from '../../lib/api';
import type { LiveGame } from '../../lib/live.svelte';
import type { MovesForm, OddsBrief, Question, WaysRow } from '../../lib/wire';
import type { Arrow, Light } from '../pointing.svelte';
import { writeMove } from './answers';
import { firstChoice, type Going, goings, type Manner, manners, sources, targets } from './moving';

/** Units selected in one space: counts in the order of `rows`. */
export interface Chosen {
  space: string;
  rows: WaysRow[];
  counts: number[];
}

/** A choice between ways to reach a target, to make before sending. */
export interface Asking {
  target: string;
  manners: Manner[];
}

const PREVIEW_AFTER = 160;

export class Marshal {
  /** The space whose units are selected, or null. */
  from: string | null = $state(null);
  /** The target, if it was selected before the units. */
  to: string | null = $state(null);
  chosen: Chosen[] = $state.raw([]);
  loading = $state(false);
  /** The target under the pointer, or tapped. */
  aim: string | null = $state(null);
  asking: Asking | null = $state.raw(null);
  odds: OddsBrief | null = $state.raw(null);
  weighing = $state(false);
  /** Why a move could not be sent, or what was left behind. */
  notice = $state('');
  sending = $state(false);

  private known = new Map<string, Promise<WaysRow[]>>();
  private knownAt = -1;
  private weighed = new Map<string, OddsBrief>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private closed = false;

  constructor(
    readonly live: LiveGame,
    private readonly asked: () => Question | undefined,
  ) {}

  get question(): Question | undefined {
    return this.closed ? undefined : this.asked();
  }

  /** Cancel everything under way when the form is closed. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.stop();
  }

  get form(): MovesForm | null {
    const form = this.question?.form;
    return form?.form === 'moves' ? form : null;
  }

  get sources(): ReturnType<typeof sources> {
    return this.form ? sources(this.form) : new Map();
  }

  /** Number of selected units. */
  get total(): number {
    return this.chosen.reduce((n, c) => n + c.counts.reduce((a, b) => a + b, 0), 0);
  }

  private rows(space: string): Promise<WaysRow[]> {
    const now = this.live.newest;
    if (now !== this.knownAt) {
      this.known.clear();
      this.knownAt = now;
    }
    let found = this.known.get(space);
    if (!found) {
      found = api.ways(this.live.id, space);
      found.catch(() => this.known.delete(space));
      this.known.set(space, found);
    }
    return found;
  }

  /** Select units of a space; `keep` are previous counts by stem. */
  async start(space: string, keep: Map<string, number> | null = null): Promise<void> {
    const turn = ++this.turn;
    this.reset();
    this.from = space;
    this.loading = true;
    try {
      const rows = await this.rows(space);
      if (turn !== this.turn) return;
      const counts = keep
        ? rows.map((r) => Math.min(r.movable.count, keep.get(r.movable.stem) ?? 0))
        : firstChoice(
            this.live.view.board,
            rows.map((r) => (r.ways.length ? r.movable : { ...r.movable, count: 0 })),
          );
      this.chosen = [{ space, rows, counts }];
    } catch (error) {
      if (turn === this.turn) this.notice = error instanceof Error ? error.message : String(error);
    } finally {
      if (turn === this.turn) this.loading = false;
    }
  }

  /** Select the target first, and offer every unit that can reach it. */
  async against(space: string): Promise<void> {
    const turn = ++this.turn;
    this.reset();
    this.to = space;
    this.loading = true;
    try {
      const spaces = [...this.sources.keys()];
      const found: Chosen[] = [];
      for (let i = 0; i < spaces.length; i += 4) {
        const some = spaces.slice(i, i + 4);
        const all = await Promise.all(some.map((s) => this.rows(s)));
        if (turn !== this.turn) return;
        all.forEach((every, k) => {
          const rows = every.filter((r) => r.ways.some((w) => w.path[w.path.length - 1] === space));
          if (rows.length) found.push({ space: some[k] ?? '', rows, counts: rows.map(() => 0) });
        });
        this.chosen = [...found];
      }
      if (!found.length) {
        this.notice = `None of your units can reach ${space} this phase.`;
        this.to = null;
      }
    } catch (error) {
      if (turn === this.turn) this.notice = error instanceof Error ? error.message : String(error);
    } finally {
      if (turn === this.turn) this.loading = false;
    }
  }

  private reset(): void {
    this.from = null;
    this.to = null;
    this.chosen = [];
    this.asking = null;
    this.odds = null;
    this.aim = null;
    this.notice = '';
    this.loading = false;
  }

  /** Clear the selection. */
  stop(): void {
    this.turn += 1;
    this.reset();
  }

  set(space: string, row: number, count: number): void {
    this.chosen = this.chosen.map((c) => {
      if (c.space !== space) return c;
      const counts = c.counts.slice();
      counts[row] = Math.max(0, Math.min(count, c.rows[row]?.movable.count ?? 0));
      return { ...c, counts };
    });
    this.asking = null;
    this.weigh();
  }

  /** Select all units of the space, or none. */
  all(space: string, most: boolean): void {
    this.chosen = this.chosen.map((c) =>
      c.space === space ? { ...c, counts: c.rows.map((r) => (most && r.ways.length ? r.movable.count : 0)) } : c,
    );
    this.asking = null;
    this.weigh();
  }

  /** The spaces the selected units can reach -> whether that is an attack. */
  get reach(): Map<string, boolean> {
    if (this.to) return new Map([[this.to, this.attacks(this.to)]]);
    const here = this.chosen[0];
    return here ? targets(here.rows, here.counts) : new Map();
  }

  private attacks(target: string): boolean {
    return this.chosen.some((c) => targets(c.rows, c.counts).get(target));
  }

  /** The answers that move the selected units to a target. */
  plan(target: string, manner: Manner | null = null): Going[] {
    const board = this.live.view.board;
    return this.chosen.flatMap((c) => goings(board, c.rows, c.counts, target, manner));
  }

  lit(): Record<string, Light> {
    const out: Record<string, Light> = {};
    if (!this.to && !this.total) {
      for (const space of this.sources.keys()) out[space] = 'source';
      return out;
    }
    for (const c of this.to ? this.chosen : []) out[c.space] = 'source';
    for (const [space, attack] of this.reach) out[space] = attack ? 'attack' : 'move';
    return out;
  }

  arrows(): Arrow[] {
    const target = this.to ?? this.aim;
    if (!target || !this.reach.has(target)) return [];
    const power = this.question?.power ?? '';
    let going = this.plan(target);
    if (!going.length && this.from && !this.total) {
      const here = this.chosen[0];
      if (here) {
        const all = here.rows.map((r) => r.movable.count);
        going = goings(this.live.view.board, here.rows, all, target).slice(0, 1);
      }
    }
    return going.map((g) => ({ path: g.path, attack: g.attack, power }));
  }

  /** Handle a click on the map. `sure`: send at once; a tap previews an attack first. */
  async pick(space: string, sure = true): Promise<void> {
    if (this.sending || !this.form) return;
    if (this.from === space || this.to === space) {
      this.stop();
    } else if (this.from && this.total && this.reach.has(space)) {
      if (!sure && this.aim !== space) this.look(space);
      else await this.go(space);
    } else if (this.to && this.chosen.some((c) => c.space === space)) {
      const here = this.chosen.find((c) => c.space === space);
      this.all(space, !here?.counts.some((n) => n > 0));
    } else if (this.sources.has(space)) {
      await this.start(space);
    } else {
      await this.against(space);
    }
  }

  /** Handle units dragged from one space to another. */
  async drag(from: string, to: string): Promise<void> {
    if (this.sending || !this.sources.has(from)) return;
    if (this.from !== from) await this.start(from);
    if (this.from === from && this.reach.has(to)) await this.go(to);
    else if (this.from === from) this.notice = `The units selected in ${from} cannot reach ${to}.`;
  }

  /** Preview a target, or none, with the odds of an attack. */
  look(space: string | null): void {
    if (space === this.aim) return;
    this.aim = space && this.reach.has(space) ? space : null;
    this.weigh();
  }

  /** Request the odds for the target shortly after the last change. */
  private weigh(): void {
    clearTimeout(this.timer);
    const target = this.to ?? this.aim;
    const decision = this.question?.id;
    this.odds = null;
    this.weighing = false;
    if (!target || decision === undefined || !this.total) return;
    const plan = this.plan(target).filter((g) => !g.mission);
    if (!plan.some((g) => g.attack)) return;
    const moves = plan.map((g) => g.text);
    const key = [decision, target, ...moves].join('|');
    const known = this.weighed.get(key);
    if (known) {
      this.odds = known;
      return;
    }
    this.weighing = true;
    const turn = this.turn;
    this.timer = setTimeout(async () => {
      let found: OddsBrief | null = null;
      try {
        found = await api.preview(this.live.id, { decision, space: target, moves });
        this.weighed.set(key, found);
      } catch {
        // better no odds than wrong ones
      }
      if (turn !== this.turn || target !== (this.to ?? this.aim)) return;
      if (
        this.plan(target)
          .filter((g) => !g.mission)
          .map((g) => g.text)
          .join('|') !== moves.join('|')
      )
        return;
      this.odds = found;
      this.weighing = false;
    }, PREVIEW_AFTER);
  }

  /** Send the selected units to a target, or first ask which way. */
  async go(target: string, manner: Manner | null = null): Promise<void> {
    if (this.sending) return;
    const words = this.live.view.board.words;
    if (!manner) {
      const several = this.chosen.flatMap((c) =>
        c.counts.some((n) => n > 0) ? manners(c.rows, c.counts, target, words) : [],
      );
      const distinct = several.filter((m, i) => several.findIndex((o) => same(m, o)) === i);
      if (distinct.length > 1) {
        this.asking = { target, manners: distinct };
        return;
      }
      manner = distinct[0] ?? null;
    }
    this.asking = null;
    const plan = this.plan(target, manner);
    if (!plan.length) {
      this.notice = `None of the selected units can reach ${target}${manner?.mission ? ' that way' : ''}.`;
      return;
    }
    await this.send(plan);
  }

  /** As many of the units to load as there is capacity for; null if none. */
  private async fitting(going: Going): Promise<Going | null> {
    const from = going.path[0] ?? '';
    const rows = await this.rows(from).catch(() => []);
    const units = going.units.map((u) => {
      const row = rows.find((r) => r.movable.stem === u.stem);
      const way = row?.ways.find((w) => w.path.join('>') === going.path.join('>'));
      return { ...u, count: Math.min(u.count, way?.most ?? 0) };
    });
    if (!units.some((u) => u.count > 0)) return null;
    return { ...going, units, text: writeMove(units, going.path, going.mission) };
  }

  private async send(plan: Going[]): Promise<void> {
    this.sending = true;
    this.notice = '';
    clearTimeout(this.timer);
    const kept = this.chosen.map((c) => ({ space: c.space, left: leftOver(c) }));
    let sent = 0;
    try {
      for (const wished of plan) {
        if (!this.form) break; // another decision came in between
        const going = wished.boards && sent ? await this.fitting(wished) : wished;
        if (going && !(await this.live.answer(going.text))) break;
        sent += 1;
        if (!going) continue;
        const here = kept.find((k) => k.space === going.path[0]);
        for (const u of going.units) here?.left.set(u.stem, (here.left.get(u.stem) ?? 0) - u.count);
      }
    } finally {
      this.sending = false;
    }
    if (!sent) return; // the error message says why
    const { from, to } = this;
    const still = this.sources;
    if (to) this.stop();
    else if (from && still.has(from)) await this.start(from, kept[0]?.left ?? new Map());
    else this.stop();
    if (from && this.from === from && !this.total && still.has(from)) {
      const here = this.chosen[0];
      if (!here?.rows.some((r) => r.ways.length)) this.stop();
    }
    if (sent === plan.length && this.total) this.notice = 'Units that could not make the move are still selected.';
  }
}

const same = (a: Manner, b: Manner) => a.mission === b.mission && a.path?.join('>') === b.path?.join('>');

function leftOver(chosen: Chosen): Map<string, number> {
  return new Map(chosen.rows.map((r, i) => [r.movable.stem, chosen.counts[i] ?? 0]));
}
