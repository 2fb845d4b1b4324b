import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  cachedList,
  encodeList,
  entrySize,
  fingerprintOf,
  tableSize,
  writeBreachedList,
} from './breached-list.ts';
import { isBreached } from './breached-passwords.ts';

/** The whole numbers that a file holds, by its table. */
function numbersIn(file: Buffer): number[] {
  const found: number[] = [];
  for (let head = 0; head < 65_536; head += 1) {
    const [from, to] = [file.readUInt32BE(head * 4), file.readUInt32BE(head * 4 + 4)];
    for (let place = from; place < to; place += 1) {
      found.push(head * 2 ** 32 + file.readUInt32BE(tableSize + place * entrySize));
    }
  }
  return found;
}

it('a file holds of each password its bits, in order, once, and of the letters no case', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 40 }), (passwords) => {
      const shouted = passwords.map((password) => password.toUpperCase().toLowerCase());
      const numbers = shouted.map((password) => {
        const { head, tail } = fingerprintOf(password);
        return head * 2 ** 32 + tail;
      });
      const expected = [...new Set(numbers)].toSorted((a, b) => a - b);
      expect(numbersIn(encodeList([...shouted, ...shouted]))).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

it('a million passwords are known, in four megabytes', async () => {
  const { size } = await stat(await cachedList());
  // Of the 1,049,000 some are the same but for the case of a letter.
  expect((size - tableSize) / entrySize).toBeGreaterThan(960_000);
  expect(size).toBeLessThan(4.2e6);
});

it('two who make it at once, as two first sign-ups do, both find it whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'breached-'));
  const file = join(folder, 'list.bin');
  await Promise.all([writeBreachedList(file), writeBreachedList(file)]);
  expect((await stat(file)).size).toBe((await stat(await cachedList())).size);
  expect(await readdir(folder)).toEqual(['list.bin']);
  await rm(folder, { recursive: true });
});

it.each([
  ...[['password'], ['Passw0rd!'], ['TRUSTNO1'], ['iluvu2'], ['1qaz2wsx3edc'], ['vjht008']],
])('%s is one of them', async (password) => {
  expect(await isBreached(password)).toBe(true);
});

it('what nobody has typed before is none of them', async () => {
  const random = fc.string({ minLength: 14, maxLength: 30 }).filter((text) => /\w{3}/.test(text));
  await fc.assert(
    fc.asyncProperty(random, async (password) => {
      expect(await isBreached(password)).toBe(false);
    }),
    { numRuns: 300 },
  );
  for (const password of ['Retina-2026', 'Demo-1234!', 'correct horse', '']) {
    expect(await isBreached(password)).toBe(false);
  }
});
