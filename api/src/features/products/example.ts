import { hashKey } from '../../http/secret-keys.ts';
import type { Services } from '../../services.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './endpoints-repository.ts';
import { deleteKey, exampleId, insertKey } from './keys-repository.ts';
import { closeSecret } from './message.ts';

/**
 * Connects the example product of the demo as the settings say, with a key and an endpoint of its own, or
 * forgets it where it does not run.
 */
export async function connectExample({ db, env }: Services): Promise<void> {
  const { EXAMPLE_PRODUCT_URL: site, EXAMPLE_PRODUCT_KEY: key } = env;
  const [id, product] = [exampleId, 'portfolio'] as const;
  await db.transaction(async (transaction) => {
    await deleteKey(transaction, product, id);
    const there = await lockEndpoint(transaction, product, id);
    if (!site || !key || !env.EXAMPLE_PRODUCT_SECRET) {
      if (there) await deleteEndpoint(transaction, id);
      return;
    }
    const named = { id, product, name: 'Example product', expiresAt: null };
    await insertKey(transaction, { ...named, keyHash: hashKey(key), ending: key.slice(-4) });
    const endpoint: Pick<EndpointRow, 'id' | 'product' | 'url' | 'secret'> = {
      ...{ id, product, url: `${site}/webhooks` },
      secret: closeSecret(env, env.EXAMPLE_PRODUCT_SECRET, id),
    };
    if (there) await updateEndpoint(transaction, id, endpoint);
    else await insertEndpoint(transaction, endpoint);
  });
}
