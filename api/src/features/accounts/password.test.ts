import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './password.ts';

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
