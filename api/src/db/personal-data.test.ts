import { expect, it } from 'vitest';
import type { Fates } from './personal-data-fates.ts';
import type { sessions } from './schema.ts';

it('a column for which nothing is decided is refused by the compiler', () => {
  const kept = { kept: 'an example' };
  const whole: Fates<typeof sessions> = {
    id: kept,
    userId: kept,
    expiresAt: kept,
    createdAt: kept,
    device: kept,
    lastUsedAt: kept,
    provedAt: kept,
    viewerSessionId: kept,
  };
  const { createdAt: _, ...others } = whole;
  // @ts-expect-error: createdAt is neither erased nor kept
  const lacking: Fates<typeof sessions> = others;
  // @ts-expect-error: to stay, a column needs a reason
  const silent: Fates<typeof sessions> = { ...whole, userId: {} };
  // @ts-expect-error: what takes its place must be of its type
  const wrong: Fates<typeof sessions> = { ...whole, expiresAt: { erased: () => 'never' } };
  expect([lacking, silent, wrong]).toHaveLength(3);
});
