import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { check, type DiceRecord, Fault, type FrameDice, hashed, sha256 } from '../src/lib/dice';
import games from './fixtures/dice.json';

const records = games as unknown as DiceRecord[];
const copy = (n: number) => structuredClone(records[n]) as DiceRecord;
const kindOf = (record: DiceRecord) =>
  check(record).then(
    () => 'none',
    (error) => (error instanceof Fault ? error.kind : Promise.reject(error)),
  );
const oracle = (text: string) => createHash('sha256').update(text).digest('hex');

it('hashes like everyone else, with and without WebCrypto', async () => {
  for (const length of [0, 1, 31, 32, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    const text = 'ä'.repeat(length >> 1) + 'x'.repeat(length & 1);
    expect(await hashed(text)).toBe(oracle(text));
    expect(Buffer.from(sha256(new TextEncoder().encode(text))).toString('hex')).toBe(oracle(text));
  }
});

describe('recorded games', () => {
  it('match, all hundred of them', async () => {
    expect(records).toHaveLength(100);
    let dice = 0;
    for (const record of records) dice += (await check(record)).dice;
    expect(dice).toBeGreaterThan(1000);
  });

  it('match without the seed, as far as the chain goes', async () => {
    for (const record of records.slice(0, 10)) {
      const { open } = await check({ ...record, seed: '' });
      const short = record.frames.filter((f) => !record.chain || f.rolled.some((r) => r.last >= record.chain));
      expect(open).toBe(short.length);
    }
  });
});

describe('forgeries', () => {
  /** A file, a kind of change, and the kinds of fault of which one must be found. */
  const forged: Record<string, [string, (record: DiceRecord) => void]> = {
    'a changed die': ['dice', (r) => at(r, 1).faces.splice(0, 1, ((at(r, 1).faces[0] ?? 1) % 6) + 1)],
    'a dropped roll': ['blocks', (r) => r.frames.splice(1, 1)],
    'reordered rolls': ['blocks', (r) => swap(at(r, 1), at(r, 2))],
    'another seed': ['seed', (r) => Object.assign(r, { seed: oracle(r.seed) })],
    'another salt': ['pledge', (r) => Object.assign(r.shares[0] ?? {}, { salt: 'another' })],
    'an extra roll': ['blocks', (r) => r.frames.push({ ...at(r, 2), frame: 9999 })],
    'a wrong counter': ['blocks', (r) => Object.assign(at(r, 2).rolled[0] ?? {}, { first: 4 })],
    'another commitment': ['key', (r) => Object.assign(r, { commitment: oracle(r.commitment) })],
    'another key': ['key', (r) => Object.assign(at(r, 2).rolled[0] ?? {}, { key: oracle('key') })],
    'the log of another game': ['key', (r) => Object.assign(r, { frames: copy(10).frames })],
    'a die less than rolled': ['count', (r) => at(r, 2).faces.pop()],
    'the salt of a player left out': ['salts', (r) => r.salts.pop()],
  };
  const swap = (one: FrameDice, two: FrameDice) => {
    const { faces, rolled } = one;
    Object.assign(one, { faces: two.faces, rolled: two.rolled });
    Object.assign(two, { faces, rolled });
  };
  const at = (r: DiceRecord, n: number) => r.frames[n] as FrameDice;
  for (const [name, [kind, change]] of Object.entries(forged))
    it(`${name} is found`, async () => {
      const record = copy(0);
      expect(record.chain && record.frames.length > 3 && at(record, 1).frame > 1).toBeTruthy();
      change(record);
      expect(await kindOf(record)).toBe(kind);
    });

  it('reordered rolls are found in a game without a chain', async () => {
    const record = copy(5);
    record.frames.reverse();
    expect(await kindOf(record)).toBe('order');
    const [one, two] = [at(copy(5), 0).faces, at(copy(5), 1).faces];
    const swapped = copy(5);
    [at(swapped, 0).faces, at(swapped, 1).faces] = [two, one];
    expect(await kindOf(swapped)).toBe('dice');
  });

  it('a salt that was replaced after the pledge is found by the page that noted the pledge', async () => {
    const record = copy(1);
    const { power = '', pledge = '' } = record.shares[0] ?? {};
    const kept = { commitment: record.commitment, pledges: { [power]: oracle('pledged') } };
    expect(await kindOf({ ...record, kept })).toBe('pledge');
    const late = { commitment: record.commitment, pledges: { [power]: pledge } };
    expect(await kindOf({ ...record, kept: late })).toBe('pledge'); // the second player pledged later
    expect(await kindOf({ ...record, kept: { ...late, pledges: {} } })).toBe('none');
  });

  it('the last roll cannot be left out once the page has seen it', async () => {
    const record = copy(0);
    const { frame, digest } = await check(record);
    const kept = { commitment: record.commitment, frame, digest };
    expect(await kindOf({ ...record, kept })).toBe('none');
    record.frames.pop();
    expect(await kindOf({ ...record, seed: '', kept })).toBe('kept');
  });

  it('a page whose salt is missing says so', async () => {
    const record = copy(0);
    expect(await kindOf({ ...record, kept: { commitment: record.commitment, salts: ['mine'] } })).toBe('salts');
    expect(await kindOf({ ...record, kept: { commitment: oracle('x') } })).toBe('commitment');
  });
});
