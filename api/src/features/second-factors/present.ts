import type { SecondFactor } from 'contract/second-factors';
import type { PasskeyRow } from './passkeys-repository.ts';
import type { AppRow } from './repository.ts';

/** A second factor as its owner sees it. */
export function presentFactor(
  type: SecondFactor['type'],
  { id, createdAt, lastUsedAt }: AppRow | PasskeyRow,
): SecondFactor {
  return {
    id,
    type,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
