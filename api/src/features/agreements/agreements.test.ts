import { products } from 'contract/catalogue';
import { formatLongDate } from 'contract/format';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreements } from '../../db/schema.ts';
import { choice } from '../../testing/choice.ts';
import { change } from '../../testing/holder.ts';
import { mailsTo, subjectsTo } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { advanceDays, sandboxPost, subscribe } from '../../testing/subscriber.ts';
import { currentTexts } from './texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { terms, privacy } = currentTexts;
const cataract = products.find(({ key }) => key === 'cataract');

async function agreed(client: { get: TestServer['client']['get'] }) {
  return (await client.get('/user/agreements')).body.agreements;
}

describe('signing up', () => {
  it('stores which versions were agreed to, when and from where', async () => {
    const { client, user } = await server.client.signUp();
    const [row] = await server.services.db
      .select()
      .from(agreements)
      .where(eq(agreements.userId, user.id));
    expect(row).toMatchObject({ kind: 'account', address: '127.0.0.1' });
    const [account, ...others] = await agreed(client);
    expect(others).toEqual([]);
    expect(account).toMatchObject({
      kind: 'account',
      terms_version: terms.version,
      privacy_version: privacy.version,
    });
    expect(Date.now() - Date.parse(account.agreed_at)).toBeLessThan(60_000);
  });
});

describe('subscribing', () => {
  it('stores the choice and what was said of it, once something came of it', async () => {
    const { client } = await server.client.newUser();
    // Left, and chosen anew: nothing is agreed to by that.
    await client.post('/subscriptions/checkout', choice('cataract', 'yearly'));
    await client.post('/subscriptions/checkout', choice('cataract', 'monthly'));
    expect(await agreed(client)).toEqual([]);
    await subscribe(client, 'cataract', 'monthly');
    const [{ trial_end_date }] = (await client.get('/user/subscriptions')).body.subscriptions;
    const ends = formatLongDate(trial_end_date);
    const [agreement, ...others] = await agreed(client);
    expect(others).toEqual([]);
    expect(agreement).toMatchObject({
      kind: 'subscription',
      terms_version: terms.version,
      product_name: 'Cataract Connect',
      plan_name: 'Monthly',
      start_at_once: true,
    });
    expect(agreement.shown).toEqual([
      { name: 'Price', text: '£14.99 per month' },
      { name: 'Free trial', text: `7 days, until ${ends}` },
      { name: 'First charge', text: ends },
      {
        name: 'Renewal and cancelling',
        text: expect.stringMatching(/every month.*until you cancel.*My Subscriptions/),
      },
      { name: 'Right to withdraw', text: expect.stringMatching(/within 14 days.*start at once/) },
    ]);
  });

  it('is confirmed by one mail, complete on its own, that is kept with the agreement', async () => {
    const { client, user } = await server.client.newUser();
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'duplicate' });
    await subscribe(client, 'cataract', 'monthly');
    await server.settled();
    await sandboxPost(server, '/sandbox/webhooks', { mode: 'normal' });
    const mails = await mailsTo(server, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your free trial of Cataract Connect has started',
    ]);
    const [mail] = mails;
    const ends = formatLongDate((Date.now() + 7 * 86_400_000) as never);
    for (const part of [
      ...['£14.99 per month', `£14.99 on ${ends}`, '£14.99 every month, until you cancel'],
      ...(cataract?.features ?? []),
      ...['Cancel at any time under My Subscriptions', 'within 14 days after you subscribed'],
      ...['hereby give notice that I/We [*] cancel my/our [*] contract', 'Fernlea Health Ltd'],
      ...['14 Larch Row', 'support@fernlea-health.example', '020 7946 0857'],
      `/terms?version=${terms.version}`,
    ]) {
      expect(mail?.text, part).toContain(part);
      expect(mail?.html, part).toContain(part.replaceAll('&', '&amp;'));
    }
    expect(mail?.attachments).toEqual([
      {
        filename: 'Terms of Service.txt',
        contentType: 'text/plain; charset=utf-8',
        content: expect.stringMatching(/^TERMS OF SERVICE.*Changing your plan.*ACCEPTABLE USE/s),
      },
    ]);
    const [{ confirmation }] = await agreed(client);
    expect(confirmation).toEqual({ subject: mail?.subject, text: mail?.text });
  });

  it('changed on trial is confirmed by a mail of its own, which is kept with what was agreed to', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    for (const cycle of ['yearly', 'monthly', 'yearly'] as const) {
      await change(server, client, choice('cataract', cycle));
    }
    const [newest, ...before] = await agreed(client);
    expect([newest, ...before].map(({ plan_name }) => plan_name)).toEqual([
      'Yearly',
      'Monthly',
      'Yearly',
      'Monthly',
    ]);
    const mails = (await mailsTo(server, user.email)).filter(({ subject }) =>
      subject.startsWith('Your plan is now'),
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your plan is now Cataract Connect, Yearly',
      'Your plan is now Cataract Connect, Monthly',
      'Your plan is now Cataract Connect, Yearly',
    ]);
    expect(newest.confirmation).toEqual({ subject: mails[2]?.subject, text: mails[2]?.text });
    for (const said of [
      'the plan that you have changed to',
      '£150.00 every year',
      'First charge: £150.00 on',
    ]) {
      expect(mails[2]?.text).toContain(said);
    }
  });

  it('without a trial is confirmed too, with the charge of today, and a change of plan is agreed to', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    await client.post(
      `/user/subscriptions/${(await client.get('/user/subscriptions')).body.subscriptions[0].id}/cancel`,
    );
    await advanceDays(server, 8);
    await subscribe(client, 'cataract', 'monthly');
    expect(await subjectsTo(server, user.email)).toContain(
      'Your Cataract Connect subscription has started',
    );
    const [again] = await agreed(client);
    expect(again.shown).toContainEqual({ name: 'First charge', text: 'Today' });
    expect(again.confirmation.text).toContain('First charge: £14.99 on ');
    const { body } = await client.post('/subscriptions/checkout', choice('cataract', 'yearly'));
    await fetch(`${body.checkout_url}/update`, { method: 'POST', redirect: 'manual' });
    await client.post('/user/subscriptions/refresh');
    const [change] = await agreed(client);
    expect(change).toMatchObject({ plan_name: 'Yearly', confirmation: null });
    expect(change.shown).toContainEqual({ name: 'Change', text: 'Replaces your monthly plan' });
  });
});
