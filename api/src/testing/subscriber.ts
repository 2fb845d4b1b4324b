import type { ProductKey } from 'contract/catalogue';
import { eq } from 'drizzle-orm';
import { stripeCustomers } from '../db/schema.ts';
import { choice } from './choice.ts';
import type { Client } from './client.ts';
import { payOn } from './hosted-page.ts';
import type { TestServer } from './server.ts';

/** Chooses a plan, pays on the hosted page and comes back, as a customer does. */
export async function subscribe(
  client: Client,
  key: ProductKey,
  cycle: 'monthly' | 'yearly',
  card?: string,
): Promise<void> {
  const { status, body } = await client.post('/subscriptions/checkout', choice(key, cycle));
  if (status !== 200) throw new Error(`checkout: ${status} ${JSON.stringify(body)}`);
  await payOn(body.checkout_url, card);
  const confirmed = await client.post('/subscriptions/checkout/confirm', {
    session_id: body.session_id,
  });
  if (confirmed.body.status !== 'complete') throw new Error(JSON.stringify(confirmed.body));
}

/** The Stripe customer of somebody who has bought. */
export async function customerOf({ services }: TestServer, userId: string): Promise<string> {
  const [row] = await services.db
    .select()
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  if (!row) throw new Error('no customer');
  return row.id;
}

/** Moves the sandbox's clock and waits until our rows have followed. */
export async function advanceDays(server: TestServer, days: number): Promise<void> {
  await sandboxPost(server, '/sandbox/clock', { advance_days: days });
  await server.settled();
}

/** Everything the sandbox holds, as JSON. */
export async function sandboxState(server: TestServer) {
  const response = await fetch(`${server.sandboxUrl}/sandbox/state`);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the sandbox holds
  return (await response.json()) as Record<string, any[]>;
}

export async function sandboxPost(server: TestServer, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${server.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}
