import { expect, test } from 'vitest';
import { LARGEST, packed, unpacked } from '../src/table/puzzle';

const FILE = JSON.stringify({
  edition: 'classic',
  power: 'Germany',
  units: { 'Ukraine S.S.R.': '3 infantry, 2 armor' },
  notes: 'Où?',
});

test('a position travels in a link of letters that need no escape', async () => {
  const code = await packed(FILE);
  expect(code).toMatch(/^[\w-]+$/);
  expect(await unpacked(code)).toBe(FILE);
  const long = 'Germany: 3 infantry, 2 armor; '.repeat(1000);
  expect((await packed(long)).length).toBeLessThan(1000);
  expect(await unpacked(await packed(long))).toBe(long);
});

test.each([
  ['cut off', async () => (await packed(FILE)).slice(0, -8)],
  ['no letters of a link', async () => '%%%'],
  ['another text', async () => 'AAAA'],
  ['more than a file can hold', async () => packed('0'.repeat(4 * LARGEST + 1))],
])('a damaged link is refused in one sentence: %s', async (_, make) => {
  await expect(unpacked(await make())).rejects.toThrow('The position in this link is damaged. Copy the whole link.');
});
