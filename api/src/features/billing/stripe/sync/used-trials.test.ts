import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trialCards } from '../../../../db/schema.ts';
import { choice } from '../../../../testing/choice.ts';
import type { Client } from '../../../../testing/client.ts';
import { payOn } from '../../../../testing/hosted-page.ts';
import { mailsTo } from '../../../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { customerOf, sandboxState, subscribe } from '../../../../testing/subscriber.ts';

/** Cards that are nobody's in particular are 4242 and its like; these are somebody's. */
const [familyCard, otherCard] = ['4000 0082 6000 0000', '4000 0566 5566 5556'];
const checkout = '/subscriptions/checkout';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Choice = Parameters<typeof choice>;

/** Buys on the hosted page and comes back: what the page says, and where the purchase stands. */
async function buy(client: Client, [key, cycle]: Choice, card: string) {
  const { body } = await client.post(checkout, choice(key, cycle));
  const page = await (await fetch(body.checkout_url)).text();
  await payOn(body.checkout_url, card);
  const confirmed = await client.post(`${checkout}/confirm`, { session_id: body.session_id });
  return { page: page.replaceAll(/<[^>]+>/g, ' '), status: confirmed.body.status };
}

async function chargesOf(userId: string) {
  const customer = await customerOf(server, userId);
  const { charges = [] } = await sandboxState(server);
  return charges.filter((charge) => charge.customer === customer);
}

const offerOf = async (client: Client, at: number) => (await client.get('/plans')).body.plans[at];

describe('product B21: a trial of a card that has had one', () => {
  it('ends before it begins, without a charge, and is told of before anything is paid', async () => {
    const first = await server.client.newUser();
    expect((await buy(first.client, ['portfolio', 'monthly'], familyCard)).status).toBe('complete');
    const second = await server.client.newUser();
    const { status } = await buy(second.client, ['portfolio', 'yearly'], familyCard);
    expect(status).toBe('trial-refused');
    expect(await chargesOf(second.user.id)).toEqual([]);
    expect((await second.client.get('/user')).body.data.hasActiveSubscription).toBe(false);
    const { subscriptions } = (await second.client.get('/user/subscriptions')).body;
    expect(subscriptions).toMatchObject([
      { status: 'cancelled', trial_refused: true, trial_end_date: null, login_urls: [] },
    ]);
    await server.settled();
    const mails = await mailsTo(server, second.user.email);
    expect(mails.map(({ subject }) => subject)).toContain(
      'Your free trial of Portfolio Builder did not start',
    );
    expect(mails.filter(({ subject }) => /has started|has ended/.test(subject))).toEqual([]);

    expect(await offerOf(second.client, 0)).toMatchObject({ trialDays: 0, trialRefused: true });
    const paid = await buy(second.client, ['portfolio', 'yearly'], familyCard);
    expect(paid.page).toContain('has had its free trial, so this plan starts paid');
    expect(paid.status).toBe('complete');
    expect(await chargesOf(second.user.id)).toMatchObject([{ amount: 25_000, paid: true }]);
  });

  it('is of each product: the card has one of the other still, and none of both together', async () => {
    const { client } = await server.client.newUser();
    expect((await buy(client, ['combined', 'monthly'], familyCard)).status).toBe('trial-refused');
    const other = await server.client.newUser();
    expect((await buy(other.client, ['cataract', 'monthly'], familyCard)).status).toBe('complete');
    // And none goes on over what the card has had.
    const change = await other.client.post(checkout, choice('combined', 'monthly'));
    expect([change.status, change.body.error]).toEqual([
      409,
      'Your card has had a trial of what Complete Bundle includes. You can change to it once your trial of Cataract Connect has ended.',
    ]);
    expect(await offerOf(other.client, 2)).toMatchObject({ monthlyDecision: { kind: 'blocked' } });
  });

  it('is given to one of two who ask at the same moment', async () => {
    const people = await Promise.all([server.client.newUser(), server.client.newUser()]);
    const outcomes = await Promise.all(
      people.map(({ client }) => buy(client, ['combined', 'yearly'], otherCard)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['complete', 'trial-refused']);
  });

  it('is given all the same where an admin has allowed one more, once', async () => {
    const { client, user } = await server.client.newUser();
    expect((await buy(client, ['portfolio', 'monthly'], familyCard)).status).toBe('trial-refused');
    const admin = await server.admin();
    const path = `/admin/users/${user.id}`;
    expect((await admin.post(`${path}/trial`)).body.message).toBe('One more free trial is allowed');
    expect((await admin.post(`${path}/trial`)).status).toBe(200);
    const acts = await admin.get(`/admin/audit?target=${user.id}&action=user.trial-allowed`);
    expect(acts.body.entries).toHaveLength(1);
    expect((await admin.get(`${path}/history`)).body.data.trial_allowed).toBe(true);
    expect(await offerOf(client, 0)).toMatchObject({ trialDays: 30, trialRefused: false });
    expect((await buy(client, ['portfolio', 'monthly'], familyCard)).status).toBe('complete');
    const { subscriptions } = (await client.get('/user/subscriptions')).body;
    expect(subscriptions[0]).toMatchObject({ status: 'trial', trial_refused: false });
    expect((await admin.get(`${path}/history`)).body.data.trial_allowed).toBe(false);
    expect(await chargesOf(user.id)).toEqual([]);
  });

  it('is remembered by a keyed hash alone, and after its holder was deleted', async () => {
    const card = '4000 0082 6000 0000';
    const { payment_methods = [] } = await sandboxState(server);
    const prints = payment_methods.map((method) => method.card.fingerprint);
    const kept = JSON.stringify(await server.services.db.select().from(trialCards));
    expect(prints.filter((print) => kept.includes(print))).toEqual([]);
    const rows = await server.services.db.select().from(trialCards);
    const holder = rows.find(({ product }) => product === 'portfolio')?.userId;
    const admin = await server.admin();
    expect((await admin.delete(`/admin/users/${holder}`)).status).toBe(200);
    const { client } = await server.client.newUser();
    expect((await buy(client, ['portfolio', 'monthly'], card)).status).toBe('trial-refused');
  });
});

it('a card that everybody tries with in test mode is never used up', async () => {
  for (const _ of [1, 2]) {
    const { client } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    expect((await client.get('/user/subscriptions')).body.subscriptions).toMatchObject([
      { status: 'trial' },
    ]);
  }
});
