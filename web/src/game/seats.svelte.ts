/** The host's controls for seats and invitations. */

import { api } from '../lib/api';
import type { LiveGame } from '../lib/live.svelte';
import type { Invitation, SeatInfo } from '../lib/wire';
import { written } from '../table/links';

const key = (id: string) => `sandtable.invitations.${id}`;
const watchKey = (id: string) => `sandtable.watching.${id}`;

function stored(id: string): Invitation[] {
  try {
    return JSON.parse(sessionStorage.getItem(key(id)) ?? '[]');
  } catch {
    return [];
  }
}

export class Seats {
  /** Invitation secrets known to this browser, from creating the game or from new invitations. */
  private known: Invitation[] = $state([]);
  /** The secret of the link to watch, if this browser has made it. */
  private watching: string = $state('');
  busy = $state('');

  constructor(private readonly live: LiveGame) {
    this.known = stored(live.id);
    this.watching = sessionStorage.getItem(watchKey(live.id)) ?? '';
  }

  /** The link with which others can watch; empty if it has a secret that this browser does not know. */
  watchLink(): string {
    const page = `${location.origin}/game/${encodeURIComponent(this.live.id)}`;
    if (!this.live.view.invited) return page;
    return this.watching && `${page}#watch=${this.watching}`;
  }

  /** Let only people with a new link watch, or anyone. */
  async restrict(invited: boolean): Promise<void> {
    await this.doing('watching', async () => {
      this.watching = (await api.watching(this.live.id, invited)).secret;
      sessionStorage.setItem(watchKey(this.live.id), this.watching);
    });
  }

  /** Put the game into the list of open games, or remove it from there. */
  async list(listed: boolean): Promise<void> {
    await this.doing('listing', async () => {
      await api.listing(this.live.id, listed);
    });
  }

  private remember(found: Invitation[]): void {
    this.known = found;
    sessionStorage.setItem(key(this.live.id), JSON.stringify(found));
  }

  /** The invitation link of open seats; empty if this browser does not know all their secrets. */
  link(...powers: string[]): string {
    const found = powers.map((power) => this.known.find((i) => i.power === power));
    const wanted = found.filter((i) => i !== undefined);
    if (!powers.length || wanted.length < powers.length) return '';
    return `${location.origin}/join/${encodeURIComponent(this.live.id)}#${written(wanted)}`;
  }

  /** The open seats as they were given to friends: those of one friend together. */
  friends(open: string[]): string[][] {
    const found = new Map<string, string[]>();
    for (const power of open) {
      const secret = this.known.find((i) => i.power === power)?.secret ?? power;
      found.set(secret, [...(found.get(secret) ?? []), power]);
    }
    return [...found.values()];
  }

  /** Create new links for all open seats; old links stop working. */
  async renew(): Promise<void> {
    await this.doing('all', async () => this.remember(await api.invitations(this.live.id)));
  }

  async give(power: string, kind: SeatInfo['kind']): Promise<void> {
    await this.doing(power, async () => {
      const made = await api.seat(this.live.id, { power, kind });
      this.remember([...this.known.filter((i) => i.power !== power), ...(made.secret ? [made] : [])]);
    });
  }

  private async doing(what: string, act: () => Promise<void>): Promise<void> {
    this.busy = what;
    try {
      await act();
    } catch (error) {
      this.live.refuse(error);
    }
    this.busy = '';
  }
}
