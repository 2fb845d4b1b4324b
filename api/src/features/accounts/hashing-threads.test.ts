import { expect, it } from 'vitest';
import { passwordCost } from '../../testing/password-cost.ts';
import { hashOnThread, verifyOnThread } from './hashing-threads.ts';

it('of many that are asked at once each gets its own answer', async () => {
  const texts = Array.from({ length: 40 }, (_, n) => `Retina-${n}`);
  const hashes = await Promise.all(texts.map((text) => hashOnThread(text, passwordCost)));
  const isRight = (stored: string, n: number) => verifyOnThread(stored, texts[n] ?? '');
  expect(await Promise.all(hashes.map(isRight))).toEqual(texts.map(() => true));
  const next = hashes.map((stored, n) => isRight(stored, (n + 1) % texts.length));
  expect(await Promise.all(next)).toEqual(texts.map(() => false));
});

it('what is no hash is refused, and what waits behind it goes on', async () => {
  const stored = await hashOnThread('Retina-2026', passwordCost);
  const broken = Array.from({ length: 20 }, () => verifyOnThread('$argon2id$', 'Retina-2026'));
  const right = verifyOnThread(stored, 'Retina-2026');
  for (const { status } of await Promise.allSettled(broken)) expect(status).toBe('rejected');
  expect(await right).toBe(true);
});

it('a cost that there is not is refused', async () => {
  const cost = { ...passwordCost, timeCost: 0 };
  await expect(hashOnThread('Retina-2026', cost)).rejects.toThrow();
  expect(await hashOnThread('Retina-2026', passwordCost)).toMatch(/^\$argon2id\$/);
});
