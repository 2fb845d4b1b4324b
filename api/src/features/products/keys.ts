import { randomBytes } from 'node:crypto';
import type { createProductKey, ProductKeyView } from 'contract/product-access';
import type { LoginProduct } from 'contract/product-logins';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../http/errors.ts';
import { hashKey } from '../../http/secret-keys.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/service.ts';
import { keyPrefix } from './access.ts';
import { countLiveKeys, deleteKey, findKeys, insertKey } from './keys-repository.ts';

/** Who does something to a product's connections, and from where. */
export interface ConnectionAct {
  adminId: string;
  address: string;
  product: LoginProduct;
}

/** As many as a rotation needs. */
const liveAtOnce = 2;

/** The keys of a product, without the keys themselves. */
export async function listKeys({ db }: Services, product: LoginProduct): Promise<ProductKeyView[]> {
  return (await findKeys(db, product)).map((key) => ({
    id: key.id,
    name: key.name,
    ending: key.ending,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Makes a key, which is told this once. Throws Invalid for an end that has passed, and Conflict while
 * two are live.
 */
export async function createKey(
  { db }: Services,
  { adminId, address, product }: ConnectionAct,
  { name, expires_at }: z.output<typeof createProductKey.body>,
): Promise<{ id: string; key: string }> {
  const expiresAt = expires_at ? new Date(expires_at) : null;
  if (expiresAt && expiresAt <= new Date()) {
    throw new Invalid({ expires_at: 'Choose a time to come' });
  }
  const id = uuid();
  const key = `${keyPrefix}${product}_${randomBytes(32).toString('base64url')}`;
  await db.transaction(async (transaction) => {
    if ((await countLiveKeys(transaction, product)) >= liveAtOnce) {
      throw new Conflict('Two keys of this product are live. End one of them first.');
    }
    await insertKey(transaction, {
      ...{ id, product, name, expiresAt },
      ...{ keyHash: hashKey(key), ending: key.slice(-4) },
    });
    await audit(transaction, {
      ...{ action: 'product-key.made', actorId: adminId, target: product, address },
      detail: `${name} (${id})`,
    });
  });
  return { id, key };
}

/** Ends a key at once, in every process. Throws NotFound. */
export async function endKey(
  { db }: Services,
  { adminId, address, product }: ConnectionAct,
  id: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const gone = await deleteKey(transaction, product, id);
    if (!gone) throw new NotFound('This key does not exist');
    await audit(transaction, {
      ...{ action: 'product-key.ended', actorId: adminId, target: product, address },
      detail: `${gone.name} (${id})`,
    });
  });
}
