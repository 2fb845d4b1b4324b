import * as messages from 'contract/messages';
import { shownHeader, writeShown } from 'contract/shown-header';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { agreements, users } from '../../db/schema.ts';
import { choice } from '../../testing/choice.ts';
import { putPriceBack, reprice, was } from '../../testing/price-moves.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { currentTexts } from './texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(putPriceBack);
afterAll(() => server.close());

const terms_version = currentTexts.terms.version;
const privacy_version = currentTexts.privacy.version;
const old = 'f'.repeat(32);

const noted = (userId: string) =>
  server.services.db.$count(agreements, eq(agreements.userId, userId));

const sessionsAtStripe = async () =>
  (await Array.fromAsync(server.services.stripe.checkout.sessions.list())).length;

/** What a page showed, as it says it. */
const saying = (shown: object) => ({ [shownHeader]: writeShown(shown) });

const outdated = (error: string, field: string, now: object) => ({
  ...{ success: false, error, message: error, error_code: 'outdated' },
  data: { fields: { [field]: error }, now },
});

it('product U370: a price that changed since it was shown is refused, and nothing opened or noted', async () => {
  const { client, user } = await server.client.newUser();
  const chosen = choice('cataract', 'monthly');
  const shown = { price: 14.99, trial_days: 7, terms_version };
  const [before, sessions] = [await noted(user.id), await sessionsAtStripe()];
  await reprice(server, 1799);
  const refused = await client.post('/subscriptions/checkout', chosen, saying(shown));
  const now = { price: 17.99, trial_days: 7, terms_version };
  expect(refused).toMatchObject({
    status: 409,
    body: outdated(messages.saleChanged, 'shown', now),
  });
  expect([await noted(user.id), await sessionsAtStripe()]).toEqual([before, sessions]);
  const again = await client.post('/subscriptions/checkout', chosen, saying(now));
  expect(again.status).toBe(200);
  expect(await noted(user.id)).toBe(before + 1);
  await reprice(server, was);
});

it('product U370: so are days free and terms that changed, each in its words, and what is left out is not looked at', async () => {
  const { client } = await server.client.newUser();
  const chosen = choice('cataract', 'yearly');
  const now = { price: 150, trial_days: 7, terms_version };
  const post = async (shown?: object) =>
    (await client.post('/subscriptions/checkout', chosen, shown && saying(shown))).body;
  expect(await post({ ...now, trial_days: 30 })).toEqual(
    outdated(messages.saleChanged, 'shown', now),
  );
  expect(await post({ ...now, terms_version: old })).toEqual(
    outdated(messages.termsChanged, 'shown', now),
  );
  for (const offered of [{ price: 140 }, { trial_days: 30 }]) {
    expect(await post({ ...now, ...offered, terms_version: old })).toEqual(
      outdated(messages.saleAndTermsChanged, 'shown', now),
    );
  }
  for (const shown of [now, { terms_version }, { price: 150 }, { trial_days: 7 }, {}, undefined]) {
    expect(await post(shown), JSON.stringify(shown)).toMatchObject({ success: true });
  }
  for (const unread of [
    'cost=1',
    'price=cheap',
    'trial_days=0.5',
    'price=1&price=x',
    '{"price":1}',
  ]) {
    const refusal = await client.post('/subscriptions/checkout', chosen, { [shownHeader]: unread });
    const fields = { shown: 'The header x-shown cannot be read. Leave it out' };
    expect(refusal, unread).toMatchObject({ status: 422, body: { data: { fields } } });
  }
});

it('product U370: a change of plan is refused, too, where its price was shown otherwise', async () => {
  const { client, user } = await server.client.newUser();
  await subscribe(client, 'cataract', 'monthly');
  const before = await noted(user.id);
  const change = (shown: object) =>
    client.post('/subscriptions/checkout', choice('cataract', 'yearly'), saying(shown));
  expect((await change({ price: 140, trial_days: 0 })).status).toBe(409);
  expect(await noted(user.id)).toBe(before);
  expect((await change({ price: 150, trial_days: 0, terms_version })).status).toBe(200);
  expect(await noted(user.id)).toBe(before + 1);
});

it('product U370: no account is made on texts that changed since the sign-up was opened', async () => {
  const { db } = server.services;
  const email = 'ada.outdated@hospital.test';
  const body = { first_name: 'Ada', last_name: 'Bell', email, password: 'Retina-2026' };
  const now = { terms_version, privacy_version };
  for (const shown of [
    { ...now, terms_version: old },
    { ...now, privacy_version: old },
  ]) {
    const refused = await server.client.post('/register', body, saying(shown));
    expect(refused).toMatchObject({
      status: 409,
      body: outdated(messages.textsChanged, 'terms', now),
    });
  }
  expect(await db.$count(users, sql`email = ${email}`)).toBe(0);
  expect((await server.client.post('/register', body, saying(now))).status).toBe(201);
});
