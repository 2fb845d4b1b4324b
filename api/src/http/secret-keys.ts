import { createHash, randomBytes } from 'node:crypto';

/** The key of a link that is mailed: 256 bits, of which only the hash is kept. */
export function newKey(): { key: string; keyHash: string } {
  const key = randomBytes(32).toString('base64url');
  return { key, keyHash: hashKey(key) };
}

/** Under which a key is stored and found; it is random and long, so nobody finds it by trying. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
