import type { SecondFactor } from 'contract/second-factors';
import type { AppRow } from './repository.ts';

/** An authenticator app as its owner sees it. */
export function presentApp({ id, createdAt, lastUsedAt }: AppRow): SecondFactor {
  return {
    id,
    type: 'totp',
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
