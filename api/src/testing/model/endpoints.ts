import { loginProduct } from 'contract/product-logins';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import {
  type EndpointRow,
  findEndpoints,
  insertEndpoint,
} from '../../features/products/endpoints-repository.ts';
import { closeSecret, newSecret } from '../../features/products/message.ts';

/**
 * Gives each product an endpoint, to which nothing is ever sent: what is queued for it stays, whatever
 * nights pass meanwhile, and is read back.
 */
export async function openEndpoints(db: Db, env: Env): Promise<EndpointRow[]> {
  await db.execute(
    sql`create function stay() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await db.execute(
    sql`create trigger stay before delete on product_deliveries for each row execute function stay()`,
  );
  const made = loginProduct.options.map(async (product) => {
    const id = crypto.randomUUID();
    const secret = closeSecret(env, newSecret(), id);
    await insertEndpoint(db, { id, product, url: `https://${product}.test/hooks`, secret });
    return (await findEndpoints(db, product)).map(({ endpoint }) => endpoint);
  });
  return (await Promise.all(made)).flat();
}

/** All that is queued is forgotten. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await db.execute(sql`truncate product_deliveries`);
}
