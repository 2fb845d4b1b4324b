import type { ProductEndpointView } from 'contract/product-connections';
import type { LoginProduct } from 'contract/product-logins';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../db/client.ts';
import { Conflict, Invalid, NotFound } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { type Action, audit } from '../audit/service.ts';
import { beginAnew, insertTest, resendFrom, resendGivenUp } from './deliveries-repository.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoints,
  insertEndpoint,
  lockAdding,
  lockEndpoint,
  updateEndpoint,
} from './endpoints-repository.ts';
import type { ConnectionAct } from './keys.ts';
import { closeSecret, newSecret } from './message.ts';
import { InwardAddress, readAddress } from './public-address.ts';

const atMost = 10;
/** How long the secret before a new one signs beside it. */
const overlapMs = 24 * 3_600_000;

/** What an admin does to one endpoint of a product. */
type EndpointAct = ConnectionAct & { id: string };

/** The addresses at which a product is told, and how that goes. */
export async function listEndpoints(
  { db }: Services,
  product: LoginProduct,
): Promise<ProductEndpointView[]> {
  return (await findEndpoints(db, product)).map(({ endpoint, waiting }) => ({
    id: endpoint.id,
    url: endpoint.url,
    waiting,
    created_at: endpoint.createdAt.toISOString(),
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    previous_secret_until: endpoint.previousUntil?.toISOString() ?? null,
  }));
}

/**
 * Has a product told at an address from now on; its secret is told this once. Throws Invalid for an
 * address that may not be sent to, and Conflict for one that is there, or one too many.
 */
export async function createEndpoint(
  services: Services,
  act: ConnectionAct,
  address: string,
): Promise<{ id: string; secret: string }> {
  const { db, env } = services;
  const url = await readAddress(address, mayLoop(services)).catch((error) => {
    throw error instanceof InwardAddress ? new Invalid({ url: error.message }) : error;
  });
  const id = uuid();
  const secret = newSecret();
  const { product } = act;
  await db.transaction(async (transaction) => {
    await lockAdding(transaction, product);
    const there = await findEndpoints(transaction, product);
    if (there.some(({ endpoint }) => endpoint.url === url)) {
      throw new Conflict('This product is told at this address already.', 'url');
    }
    if (there.length >= atMost) {
      throw new Conflict(`A product has ${atMost} endpoints at most. Remove one first.`);
    }
    await insertEndpoint(transaction, { id, product, url, secret: closeSecret(env, secret, id) });
    await write(transaction, act, 'endpoint.made', { id, url });
  });
  return { id, secret };
}

/** Whether this machine may be sent to: not in production. */
export const mayLoop = ({ env }: Pick<Services, 'env'>): boolean => env.NODE_ENV !== 'production';

/** Tells nothing more at an address. Throws NotFound. */
export function removeEndpoint(services: Services, act: EndpointAct): Promise<void> {
  return change(services, act, 'endpoint.removed', async (transaction, { id }) => {
    await deleteEndpoint(transaction, id);
  });
}

/** Gives an endpoint a new secret; the one before signs as well for a day. Throws NotFound. */
export async function rotateSecret(
  services: Services,
  act: EndpointAct,
): Promise<{ id: string; secret: string }> {
  const fresh = newSecret();
  await change(services, act, 'endpoint.secret-rotated', async (transaction, { id, secret }) => {
    await updateEndpoint(transaction, id, {
      secret: closeSecret(services.env, fresh, id),
      previousSecret: secret,
      previousUntil: new Date(Date.now() + overlapMs),
    });
  });
  return { id: act.id, secret: fresh };
}

/** Queues a test event. Throws NotFound, and Conflict while the endpoint is switched off. */
export async function sendTest(services: Services, act: EndpointAct): Promise<{ id: string }> {
  const id = uuid();
  await change(services, act, 'endpoint.tested', async (transaction, endpoint) => {
    if (endpoint.disabledAt) {
      throw new Conflict('This endpoint is switched off. Switch it on first.');
    }
    await insertTest(transaction, { id, endpointId: endpoint.id, product: endpoint.product });
  });
  return { id };
}

/** Sends at an address again, beginning with all that waits or was given up while it failed. Throws NotFound. */
export function switchOn(services: Services, act: EndpointAct): Promise<void> {
  return change(services, act, 'endpoint.enabled', async (transaction, { id, failingSince }) => {
    if (failingSince) await resendGivenUp(transaction, id, failingSince);
    await updateEndpoint(transaction, id, { disabledAt: null, failingSince: null, failures: 0 });
    await beginAnew(transaction, id);
  });
}

/** Sends everything from a moment on once more, and answers how much. Throws NotFound. */
export async function resendSince(
  services: Services,
  act: EndpointAct,
  since: Date,
): Promise<number> {
  let count = 0;
  await change(services, act, 'delivery.resent', async (transaction, { id }) => {
    count = await resendFrom(transaction, id, since);
  });
  return count;
}

async function change(
  { db }: Services,
  act: EndpointAct,
  action: Action,
  run: (transaction: Db, endpoint: EndpointRow) => Promise<void>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const endpoint = await lockEndpoint(transaction, act.product, act.id);
    if (!endpoint) throw new NotFound('This endpoint does not exist');
    await run(transaction, endpoint);
    await write(transaction, act, action, endpoint);
  });
}

function write(
  transaction: Db,
  { adminId, address, product }: ConnectionAct,
  action: Action,
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
): Promise<void> {
  const detail = `${url} (${id})`;
  return audit(transaction, { action, actorId: adminId, target: product, address, detail });
}
