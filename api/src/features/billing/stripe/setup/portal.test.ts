import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../../../testing/programs.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { sandboxState } from '../../../../testing/subscriber.ts';
import { webhookFaults } from './webhook-endpoint.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("the portal's configuration", () => {
  it('is one, however often it is synced, and offers every price of the catalogue', async () => {
    const { portal, prices } = server.services;
    await portal.configurationId();
    for (const _ of [1, 2]) {
      await prices.syncCatalogue();
      await portal.syncConfiguration();
    }
    const { billing_portal_configurations: all = [] } = await sandboxState(server);
    const [ours, ...others] = all.filter(({ metadata }) => metadata.key === 'subscriptions');
    expect(others).toEqual([]);
    const { subscription_update, payment_method_update } = ours.features;
    expect(payment_method_update.enabled).toBe(true);
    expect(subscription_update.trial_update_behavior).toBe('continue_trial');
    const offered = subscription_update.products.flatMap((one: { prices: string[] }) => one.prices);
    expect(offered).toHaveLength(6);
  });

  it('is put right by the command, which names what was switched on or off in it', async () => {
    const { stripe, portal } = server.services;
    const id = await portal.configurationId();
    await stripe.billingPortal.configurations.update(id, {
      features: {
        subscription_cancel: { enabled: true },
        payment_method_update: { enabled: false },
      },
    });
    const sync = () =>
      runProgram('stripe-sync', [], {
        STRIPE_SECRET_KEY: 'sk_test_suite',
        STRIPE_API_URL: server.sandboxUrl,
      });
    const { stdout } = await sync();
    expect(stdout).toContain('subscription_cancel was switched on in the portal');
    expect(stdout).toContain('payment_method_update was switched off in the portal');
    const { features } = await stripe.billingPortal.configurations.retrieve(id);
    expect(features.subscription_cancel.enabled).toBe(false);
    expect(features.payment_method_update.enabled).toBe(true);
    expect((await sync()).stdout).not.toContain('was switched');
  });

  it('is checked together with the webhook', async () => {
    const { stripe } = server.services;
    expect(await webhookFaults(stripe, server.url)).toEqual([]);
    expect(await webhookFaults(stripe, 'https://elsewhere.example')).toEqual([
      expect.stringContaining('No webhook leads to https://elsewhere.example/api/webhooks/stripe'),
    ]);
  });

  it('is set by the command, which names every setting of the account that is to be looked at', async () => {
    const { stdout } = await runProgram('stripe-sync', [], {
      STRIPE_SECRET_KEY: 'sk_test_suite',
      STRIPE_API_URL: server.sandboxUrl,
      APP_URL: server.url,
    });
    expect(stdout).toContain('Stripe sends its events here.');
    expect(stdout).toContain('The account may charge');
    for (const about of ['tried again', 'retries have failed', 'disputed', 'mails', 'debits']) {
      expect(stdout).toMatch(
        new RegExp(`^- .*${about}.*\\n  https://dashboard\\.stripe\\.com/settings/`, 'm'),
      );
    }
  });
});
