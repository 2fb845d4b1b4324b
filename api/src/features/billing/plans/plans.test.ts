import type { PlanOffer } from 'contract/subscriptions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice } from '../../../testing/choice.ts';
import type { Client } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { subscribe } from '../../../testing/subscriber.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** What is decided for each product, monthly and yearly, in the order of the catalogue. */
async function decisions(client: Client) {
  const { plans } = (await client.get('/plans')).body as { plans: PlanOffer[] };
  return plans.map(({ monthlyDecision, yearlyDecision }) => [monthlyDecision, yearlyDecision]);
}

const anew = [{ kind: 'subscribe' }, { kind: 'subscribe' }];

describe('the plans on sale', () => {
  it('can be bought by a visitor, and by a user who holds nothing', async () => {
    const { client } = await server.client.newUser();
    expect(await decisions(server.client)).toEqual([anew, anew, anew]);
    expect(await decisions(client)).toEqual([anew, anew, anew]);
  });

  it('tell a subscriber what is held, what would change it, and what would replace it', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'cataract', 'yearly');
    const bundle = { kind: 'upgrade', replaces: ['Cataract Connect'] };
    expect(await decisions(client)).toEqual([
      anew,
      [{ kind: 'change-cycle' }, { kind: 'held' }],
      [bundle, bundle],
    ]);
    const [, offer] = (await client.get('/plans')).body.plans;
    expect(offer).toMatchObject({ monthlySubscribed: false, yearlySubscribed: true });
    await subscribe(client, 'portfolio', 'monthly');
    const both = { kind: 'upgrade', replaces: ['Portfolio Builder', 'Cataract Connect'] };
    expect((await decisions(client)).at(-1)).toEqual([both, both]);
  });

  it('say what stands in the way of a change, in the words of the checkout', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    const { id } = (await client.get('/user/subscriptions')).body.subscriptions[0];
    await client.post(`/user/subscriptions/${id}/cancel`);
    const refused = await client.post('/subscriptions/checkout', choice('cataract', 'yearly'));
    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain('is set to end');
    const blocked = { kind: 'blocked', message: refused.body.error };
    expect(await decisions(client)).toEqual([
      anew,
      [{ kind: 'held' }, blocked],
      [blocked, blocked],
    ]);
  });

  it('tell a holder of the combined offer that both products are in it', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'combined', 'monthly');
    const included = { kind: 'included', in: 'Complete Bundle' };
    expect(await decisions(client)).toEqual([
      [included, included],
      [included, included],
      [{ kind: 'held' }, { kind: 'change-cycle' }],
    ]);
  });
});
