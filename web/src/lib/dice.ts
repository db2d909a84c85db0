/**
 * Checks the dice of a game against what the server has committed to, without the server. The rules are those of
 * `tools/verify_dice.py`. This module imports nothing, because it is also part of the offline page `verify_dice.html`.
 */

/** The dice of a frame as the players saw them, and where they come from. */
export interface FrameDice {
  frame: number;
  faces: number[];
  rolled: { first: number; last: number; count: number; key: string }[];
}

/** What a player adds to the dice. */
export interface Share {
  power: string;
  name: string;
  pledge: string;
  given: boolean;
  salt?: string;
}

/** What a player's page notes during a game. */
export interface Kept {
  commitment: string;
  chain: number;
  /** The player's own salts that the server has accepted. */
  salts: string[];
  /** The pledges that were in when this page revealed its salts. */
  pledges: Record<string, string>;
  /** The newest frame with dice that this page has seen, and the digest of all dice up to it. */
  frame: number;
  digest: string;
}

export interface DiceRecord {
  format: string;
  version: number;
  game: string;
  title: string;
  chain: number;
  commitment: string;
  shares: Share[];
  salts: string[];
  seed: string;
  frames: FrameDice[];
  kept?: Partial<Kept>;
}

export const FORMAT = 'sandtable-dice';
export const VERSION = 1;
/** The longest chain to accept; a longer one is not from Sandtable. */
const LONGEST = 1_000_000;

/** The first thing that does not match: a word for its kind, and a sentence. */
export class Fault extends Error {
  constructor(
    readonly kind: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

function need(condition: boolean, kind: string, sentence: string): asserts condition {
  if (!condition) throw new Fault(kind, sentence);
}

// --- SHA-256 ---------------------------------------------------------------------------------------------------------

/** The SHA-256 of a text in UTF-8; by WebCrypto, which browsers have only on secure connections and this machine. */
async function digest(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes);
}

/** The SHA-256 of a text as 64 hexadecimal digits, hashed again `times` - 1 times. */
export async function hashed(text: string, times = 1): Promise<string> {
  let found = text;
  for (let i = 0; i < times; i++) {
    // WebCrypto takes a task for each hash, which is slow for a whole chain.
    found = hex(times > MANY ? sha256(new TextEncoder().encode(found)) : await digest(found));
  }
  return found;
}

const MANY = 8;

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
function fractions(count: number, root: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
}

const FIRST = fractions(8, 2);
const ROUNDS = fractions(64, 3);

/** SHA-256 as in FIPS 180-4, for pages without WebCrypto. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = FIRST.slice();
  const w = new Uint32Array(64);
  const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [far, near] = [w[i - 15] as number, w[i - 2] as number];
      const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      w[i] = (w[i - 16] as number) + low + (w[i - 7] as number) + high;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const upper = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + upper + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (w[i] as number)) | 0;
      const lower = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = (state[i] as number) + value;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => {
    out.setUint32(4 * i, value);
  });
  return new Uint8Array(out.buffer);
}

// --- the dice --------------------------------------------------------------------------------------------------------

/** The faces of one block, in order. */
async function faces(key: string, salts: readonly string[], number: number): Promise<number[]> {
  const block = await digest([key, ...salts, String(number)].join('\n'));
  return Array.from(block)
    .filter((byte) => byte < 252)
    .map((byte) => (byte % 6) + 1);
}

const listed = (shown: readonly number[]) => shown.join(' ') || 'none';
const same = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((n, i) => n === b[i]);

/** Checks the dice of one game, frame by frame. */
export class Checker {
  /** The number of frames with dice, and of dice, so far. */
  rolls = 0;
  dice = 0;
  /** The newest frame, and the digest of all dice up to it. */
  frame = 0;
  digest = '';
  private block = 0;
  private key: string;
  private later: { frame: number; first: number; last: number; faces: number[] }[] = [];

  constructor(
    readonly chain: number,
    readonly commitment: string,
    readonly salts: readonly string[],
  ) {
    this.key = commitment;
  }

  /** The number of rolls that only the seed can show. */
  get open(): number {
    return this.later.length;
  }

  /** Check the dice of a frame. Throws a `Fault`. */
  async take({ frame, faces: shown, rolled }: FrameDice): Promise<void> {
    need(frame > this.frame, 'order', `frame ${frame} comes after frame ${this.frame}`);
    this.frame = frame;
    this.digest = await hashed(`${this.digest}\n${frame}: ${listed(shown)}`);
    if (shown.length) this.rolls += 1;
    this.dice += shown.length;
    if (!this.chain) {
      need(!rolled.length, 'blocks', `frame ${frame} names blocks, but the dice have no chain`);
      this.later.push({ frame, first: 0, last: 0, faces: shown });
      return;
    }
    const total = rolled.reduce((sum, part) => sum + part.count, 0);
    need(total === shown.length, 'count', `frame ${frame} shows ${shown.length} dice, but ${total} were rolled`);
    // The first answer also shows the dice rolled before it; every other frame has one answer.
    need(rolled.length <= (frame === 1 ? 2 : 1), 'blocks', `frame ${frame} skips a part of the dice`);
    let at = 0;
    for (const part of rolled) {
      await this.part(frame, part, shown.slice(at, at + part.count));
      at += part.count;
    }
  }

  private async part(frame: number, part: FrameDice['rolled'][number], shown: number[]): Promise<void> {
    const { first, last, key } = part;
    need(first === this.block, 'blocks', `frame ${frame} begins with block ${first} instead of ${this.block}`);
    const long = last - first;
    need(long >= 0 && long <= shown.length, 'blocks', `frame ${frame} uses the blocks ${first} to ${last}`);
    this.block = last + 1;
    if (last >= this.chain) {
      this.later.push({ frame, first, last, faces: shown });
      return;
    }
    const keys = [key];
    for (let i = 0; i < long; i++) keys.unshift(await hashed(keys[0] as string));
    const before = await hashed(keys[0] as string);
    need(before === this.key, 'key', `the key of frame ${frame} does not belong to the commitment`);
    this.key = key;
    await this.compare(frame, first, keys, shown);
  }

  /** Compare the dice of one answer with those of its blocks, whose last one must be needed. */
  private async compare(frame: number, first: number, keys: string[], shown: number[]): Promise<void> {
    const found: number[] = [];
    let before = -1;
    for (const [i, key] of keys.entries()) {
      before = found.length;
      found.push(...(await faces(key, this.salts, first + i)));
    }
    const fits = before < shown.length && shown.length <= found.length;
    need(fits, 'blocks', `frame ${frame} uses other blocks than its dice need`);
    const own = found.slice(0, shown.length);
    need(same(own, shown), 'dice', `the dice of frame ${frame} are ${listed(own)}, not ${listed(shown)}`);
  }

  /** Check what only the seed can show. Throws a `Fault`. */
  async end(seed: string): Promise<void> {
    const promised = await hashed(seed, this.chain + 1);
    need(promised === this.commitment, 'seed', 'the seed does not match its commitment');
    let whole: number[] = [];
    let number = 0;
    for (const { frame, first, last, faces: shown } of this.later) {
      if (this.chain) {
        const keys: string[] = [];
        for (let b = first; b <= last; b++) keys.push(await hashed(seed, Math.max(0, this.chain - b)));
        await this.compare(frame, first, keys, shown);
        continue;
      }
      while (whole.length < shown.length) whole = [...whole, ...(await faces(seed, this.salts, number++))];
      const own = whole.slice(0, shown.length);
      whole = whole.slice(shown.length);
      need(same(own, shown), 'dice', `the dice of frame ${frame} are ${listed(own)}, not ${listed(shown)}`);
    }
    this.later = [];
  }
}

// --- pledges and notes -----------------------------------------------------------------------------------------------

/** Check the players' pledges and salts. Throws a `Fault`. */
export async function checkShares(shares: readonly Share[], salts: readonly string[]): Promise<void> {
  for (const { power, name, pledge, salt } of shares) {
    if (!salt || !pledge) continue;
    need((await hashed(salt)) === pledge, 'pledge', `the salt of ${name} (${power}) does not match its pledge`);
  }
  const given = shares.flatMap((share) => share.salt || []);
  const known = !shares.length || (given.length === salts.length && given.every((salt, i) => salt === salts[i]));
  need(known, 'salts', 'the salts of the dice are not those of the players');
}

/** Check what a player's page noted: commitment, pledges, and its own salts. Throws a `Fault`. */
export function checkKept(kept: Partial<Kept>, game: Pick<DiceRecord, 'commitment' | 'shares' | 'salts'>): void {
  const was = kept.commitment === game.commitment;
  need(was, 'commitment', 'the commitment has changed since the game was made');
  const pledges = kept.pledges ?? {};
  for (const share of game.shares) {
    const noted = pledges[share.power];
    const changed = noted !== undefined && noted !== share.pledge;
    need(!changed, 'pledge', `the pledge of ${share.power} has changed since it was made`);
    const late = noted === undefined && !!share.salt && Object.keys(pledges).length > 0;
    need(!late, 'pledge', `the pledge of ${share.power} was made after the salts were revealed`);
  }
  for (const salt of kept.salts ?? []) need(game.salts.includes(salt), 'salts', 'your own salt is not in the dice');
}

const SEEN = 'the dice are not those that this page has seen before';

/** Check a whole file; return its `Checker`. Throws a `Fault`. */
export async function check(record: DiceRecord, commitment = ''): Promise<Checker> {
  need(record.format === FORMAT, 'format', 'this is not a file with the dice of a game');
  need(record.version === VERSION, 'format', 'this file is of another version');
  need(record.chain >= 0 && record.chain <= LONGEST, 'format', 'the chain of the dice is too long');
  const promised = commitment.trim().toLowerCase() || record.commitment;
  need(promised === record.commitment, 'commitment', 'the file has another commitment');
  await checkShares(record.shares, record.salts);
  const checker = new Checker(record.chain, record.commitment, record.salts);
  const kept = record.kept ?? {};
  if (kept.commitment) checkKept(kept, record);
  let seen = kept.frame ?? 0;
  for (const row of record.frames) {
    if (seen && row.frame > seen) {
      need(checker.digest === kept.digest, 'kept', SEEN);
      seen = 0;
    }
    await checker.take(row);
  }
  need(!seen || checker.digest === kept.digest, 'kept', SEEN);
  if (record.seed) await checker.end(record.seed);
  return checker;
}
