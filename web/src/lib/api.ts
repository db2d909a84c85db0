/** Requests to the server. Every function resolves to the response, or rejects with a `Refused`. */

import { tokenOf } from './tokens';
import type * as wire from './wire';

/** A refusal by the server, or a failure to reach it, in one sentence. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule = '',
  ) {
    super(message);
  }
}

/** Paths of calculations, which the page requests once more after `PAUSE` milliseconds if the server is too busy. */
const CALCULATED = /\/(odds|preview)\b/;
const PAUSE = 1500;
/** In place of a game: the request is of the person who is signed in. */
const ME = '@me';

async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  game?: string,
  kind: 'json' | 'text' = 'json',
): Promise<T> {
  const headers: Record<string, string> = {};
  const token = game === ME ? localStorage.getItem('sandtable.person') : game && tokenOf(game);
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const send = () =>
    fetch(`/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  let response: Response;
  try {
    response = await send();
    if ([429, 503].includes(response.status) && CALCULATED.test(path)) {
      await new Promise((done) => setTimeout(done, PAUSE));
      response = await send();
    }
  } catch {
    throw new Refused('Cannot reach the server. Check your connection and try again.', 0);
  }
  if (response.ok) return (await (kind === 'text' ? response.text() : response.json())) as T;
  let refusal: Partial<wire.Refusal> = {};
  try {
    refusal = await response.json();
  } catch {
    // the response has no message
  }
  throw new Refused(
    refusal.error ?? `The server returned an error (${response.status}).`,
    response.status,
    refusal.rule,
  );
}

const get = <T>(path: string, game?: string) => request<T>('GET', path, undefined, game);
const post = <T>(path: string, body: unknown, game?: string) => request<T>('POST', path, body, game);
const query = (values: Record<string, string | number>) =>
  `?${new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)]))}`;

export const api = {
  editions: () => get<wire.EditionInfo[]>('/editions'),
  map: (edition: string, cuts = '') => get<Atlas>(`/editions/${edition}/map${cuts && query({ cuts })}`),
  documents: () => get<wire.DocumentInfo[]>('/documents'),
  check: (choice: wire.RuleChoice) => post<wire.Checked>('/check', choice),
  writeVariant: (named: wire.NamedChoice) => post<wire.VariantFile>('/variants/write', named),
  readVariant: (file: wire.VariantFile) => post<wire.NamedChoice>('/variants/read', file),
  readPosition: (file: wire.PositionFile) => post<wire.PositionInfo>('/positions/read', file),
  odds: (wish: wire.OddsWish) => post<wire.OddsInfo>('/odds', wish),
  raid: (wish: wire.RaidWish) => post<wire.RaidInfo>('/odds/raid', wish),
  create: (wish: wire.NewGame) => post<wire.Created>('/games', wish),
  games: (ids: string[]) => get<wire.GameRow[]>(`/games${query({ ids: ids.join(',') })}`),
  view: (id: string) => get<wire.GameView>(`/games/${id}`, id),
  position: (id: string, at: number) => get<wire.PositionInfo>(`/games/${id}/position${query({ at })}`, id),
  start: (id: string) => get<wire.Position>(`/games/${id}/start`, id),
  frames: (id: string, after: number, limit = 500) =>
    get<wire.Frame[]>(`/games/${id}/frames${query({ after, limit })}`, id),
  updates: (id: string, after: number) =>
    get<(wire.Welcome | wire.Update | wire.Seated | wire.Said | wire.Thinking)[]>(
      `/games/${id}/updates${query({ after })}`,
      id,
    ),
  answer: (id: string, answer: wire.Answer) => post<wire.Accepted>(`/games/${id}/answers`, answer, id),
  undo: (id: string, revision: number) => post<wire.Accepted>(`/games/${id}/undo`, { revision }, id),
  ways: (id: string, space: string) => get<wire.WaysRow[]>(`/games/${id}/ways${query({ space })}`, id),
  advice: (id: string, decision: number) => get<wire.Advice>(`/games/${id}/advice${query({ decision })}`, id),
  standing: (id: string, space: string) => get<wire.OddsBrief>(`/games/${id}/odds${query({ space })}`, id),
  preview: (id: string, moves: wire.MovePreview) => post<wire.OddsBrief>(`/games/${id}/preview`, moves, id),
  say: (id: string, say: wire.Say) => post<wire.Message>(`/games/${id}/chat`, say, id),
  back: (id: string) => post<wire.Accepted>(`/games/${id}/back`, {}, id),
  offer: (id: string, secret: string) => post<wire.Offer>(`/games/${id}/offer`, { secret }, id),
  join: (id: string, join: wire.Join) => post<wire.Joined>(`/games/${id}/join`, join, id),
  reveal: (id: string, salts: string[]) => post<wire.Accepted>(`/games/${id}/salts`, { salts }, id),
  begin: (id: string) => post<wire.Accepted>(`/games/${id}/begin`, {}, id),
  listing: (id: string, listed: boolean) => post<wire.Accepted>(`/games/${id}/listing`, { listed }, id),
  watching: (id: string, invited: boolean) => post<wire.WatchLink>(`/games/${id}/watching`, { invited }, id),
  seat: (id: string, change: wire.SeatChange) => post<wire.Invitation>(`/games/${id}/seats`, change, id),
  invitations: (id: string) => get<wire.Invitation[]>(`/games/${id}/invitations`, id),
  close: (id: string) => post<wire.Accepted>(`/games/${id}/close`, {}, id),
  rollback: (id: string, frame: number) => post<wire.Accepted>(`/games/${id}/rollback`, { frame }, id),
  vote: (id: string, number: number, agree: boolean) => post<wire.Accepted>(`/games/${id}/vote`, { number, agree }, id),
  /** The saved game as of a frame (-1: now), as the text of its file. */
  save: (id: string, at = -1) => request<string>('GET', `/games/${id}/save${query({ at })}`, undefined, id, 'text'),
  readSave: (text: string) => post<wire.SavedInfo>('/saves/read', { text }),
  goOn: (wish: wire.SavedGame) => post<wire.Created>('/saves/play', wish),
  without: (id: string, rule: string) => post<wire.Continued>(`/games/${id}/without`, { rule }, id),
  entryOptions: () => post<wire.PasskeyOptions>('/people/passkey/options', {}),
  enterByPasskey: (credential: string) => post<wire.Entered>('/people/passkey', { credential }),
  passkeys: () => get<wire.PasskeyInfo[]>('/me/passkeys', ME),
  passkeyOptions: () => post<wire.PasskeyOptions>('/me/passkeys/options', {}, ME),
  addPasskey: (credential: string, name: string) => post<wire.PasskeyInfo[]>('/me/passkeys', { credential, name }, ME),
  removePasskey: (id: string) => post<wire.PasskeyInfo[]>('/me/passkeys/remove', { id }, ME),
  openGames: () => get<wire.OpenGame[]>('/open'),
  take: (id: string, take: wire.Take) => post<wire.Joined>(`/games/${id}/take`, take, id),
  ratings: (edition: string) => get<wire.PlayerInfo[]>(`/ratings/${encodeURIComponent(edition)}`),
  player: (id: string) => get<wire.PlayerPage>(`/players/${encodeURIComponent(id)}`),
  signing: () => get<wire.Signing>('/people'),
  mailLink: (mail: string) => post<wire.Signing>('/people/link', { mail }),
  whose: (secret: string) => post<wire.PersonInfo>('/people/whose', { secret }),
  enter: (secret: string) => post<wire.Entered>('/people/enter', { secret }),
  me: () => get<wire.PersonInfo>('/me', ME),
  rename: (name: string) => post<wire.PersonInfo>('/me/name', { name }, ME),
  leave: () => post<wire.Signing>('/me/leave', {}, ME),
  forgetMe: () => post<wire.Signing>('/me/forget', {}, ME),
  myGames: () => get<wire.MyGame[]>('/me/games', ME),
  claim: (games: wire.Held[]) => post<wire.MyGame[]>('/me/games', { games }, ME),
  seatHere: (id: string) => post<wire.Pass>(`/me/games/${id}/token`, {}, ME),
  news: (id: string) => get<wire.News>(`/me/games/${id}/news`, ME),
  saw: (id: string, revision: number) => post<wire.Signing>(`/me/games/${id}/seen`, { revision }, ME),
  drop: (id: string) => post<wire.Signing>(`/me/games/${id}/drop`, {}, ME),
  notices: () => get<wire.NoticeInfo>('/me/notices', ME),
  wishNotices: (wish: wire.NoticeWishes) => post<wire.NoticeInfo>('/me/notices', wish, ME),
  addDevice: (device: wire.PushDevice) => post<wire.NoticeInfo>('/me/push', device, ME),
  dropDevice: (id: string) => post<wire.NoticeInfo>('/me/push/drop', { id }, ME),
  stopMail: (secret: string) => post<wire.Stopped>(`/people/stop/${encodeURIComponent(secret)}`, undefined),
  orders: (id: string) => get<wire.PowerOrders[]>(`/games/${id}/orders`, id),
  order: (id: string, wish: wire.PowerOrders) => post<wire.PowerOrders[]>(`/games/${id}/orders`, wish, id),
  wake: (id: string) => post<wire.Accepted>(`/games/${id}/wake`, undefined, id),
  proof: (id: string) => get<wire.DiceProof>(`/games/${id}/proof`, id),
};

/** The map of an edition; see `draw/atlas.py` on the server. */
export interface Atlas {
  width: number;
  height: number;
  /** Whether the left and right edges join. */
  wraps: boolean;
  /** The place of the compass rose. */
  rose: [x: number, y: number];
  arcs: number[][];
  spaces: Record<string, number[][]>;
  labels: Record<string, [number, number, number]>;
  scenery: number[][];
  closed: number[][];
  lakes: number[][];
  graticule?: { meridians: [degree: number, x: number][]; parallels: [degree: number, y: number][] };
}
