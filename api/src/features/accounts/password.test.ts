import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { passwordCost } from '../accounts/password-cost.ts';
import { hashPassword, passwordMatches } from './password.ts';

it('a password costs 64 MiB, two passes and one lane, but in a test next to nothing', async () => {
  expect(passwordCost).toEqual({ algorithm: 2, memoryCost: 65_536, timeCost: 2, parallelism: 1 });
  expect(await hashPassword('Retina-2026')).toMatch(/^\$argon2id\$v=19\$m=128,t=1,p=1\$/);
});

it('a flood that the first sign-in of all meets is over when it ends', async () => {
  // As many as may run at once, and all that may wait.
  const most = 51 * availableParallelism();
  const flood = Array.from({ length: most }, () => hashPassword('Retina-2026'));
  const refused = { status: 503, retryAfter: 5 };
  await expect(passwordMatches('Retina-2026', undefined)).rejects.toMatchObject(refused);
  const [stored] = await Promise.all(flood);
  expect(await passwordMatches('Retina-2026', undefined)).toBe(false);
  expect(await passwordMatches('Retina-2027', stored)).toBe(false);
  expect(await passwordMatches('Retina-2026', stored)).toBe(true);
});
