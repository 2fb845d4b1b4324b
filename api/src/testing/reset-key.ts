import { insertReset } from '../features/accounts/repository.ts';
import { newKey } from '../http/secret-keys.ts';
import type { TestServer } from './server.ts';

/** The key of a reset link of somebody, as if it had been mailed. */
export async function resetKeyOf({ services }: TestServer, userId: string): Promise<string> {
  const { key, keyHash } = newKey();
  const expiresAt = new Date(Date.now() + 60_000);
  await insertReset(services.db, { keyHash, userId, expiresAt });
  return key;
}
