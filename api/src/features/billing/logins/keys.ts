import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';

export interface LoginKeys {
  /** The key that signs, and its name. */
  signing: { key: KeyObject; kid: string };
  /** The public halves of all keys, as products fetch them. */
  published: { keys: JWK[] };
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads private keys, 32 bytes in base64url each. The first one signs; all are published. */
export async function readLoginKeys(seeds: readonly string[]): Promise<LoginKeys> {
  const keys = await Promise.all(seeds.map(readKey));
  const [first] = keys;
  if (!first) throw new Error('There is no key to sign product logins with');
  return {
    signing: { key: first.key, kid: first.kid },
    published: { keys: keys.map(({ jwk }) => jwk) },
  };
}

async function readKey(seed: string): Promise<{ key: KeyObject; kid: string; jwk: JWK }> {
  const der = Buffer.concat([pkcs8Head, Buffer.from(seed, 'base64url')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const jwk = await exportJWK(createPublicKey(key));
  const kid = await calculateJwkThumbprint(jwk);
  return { key, kid, jwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' } };
}
