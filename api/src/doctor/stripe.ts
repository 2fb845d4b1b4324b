import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { Env } from '../env.ts';
import { createStripe } from '../features/billing/stripe/client.ts';
import { createStripeClock } from '../features/billing/stripe/clock.ts';
import { describeAccount } from '../features/billing/stripe/setup/account.ts';
import { webhookFaults } from '../features/billing/stripe/setup/webhook-endpoint.ts';
import { bad, type Finding, good, look, lookAt, reasonOf } from './finding.ts';

const mostSecondsApart = 60;
const day = 86_400;

/** Whether Stripe knows us, and whether what it sends is taken. */
export async function lookAtStripe(env: Env): Promise<Finding[]> {
  const clock = createStripeClock();
  const stripe = createStripe({ key: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL, clock });
  const todo = 'Is STRIPE_SECRET_KEY a key of your account, and may this machine reach Stripe?';
  const key = await lookAt('Stripe', todo, async () => {
    const [first = '', ...faults] = await describeAccount(stripe);
    return [
      good('Stripe takes our key.'),
      faults.length === 0 ? good(first) : look(first, faults.join('\n      ')),
    ];
  });
  if (key.some(({ state }) => state === 'bad')) return [...key, await lookAtSecret(env, stripe)];
  return [
    ...key,
    ...lookAtClock(clock.ahead(), env),
    ...(await lookAt('The webhook', 'See above.', () => lookAtWebhook(env, stripe))),
    await lookAtSecret(env, stripe),
  ];
}

function lookAtClock(ahead: number | undefined, env: Env): Finding[] {
  // The sandbox's clock is there to be moved.
  if (ahead === undefined || env.STRIPE_API_URL) return [];
  if (Math.abs(ahead) <= mostSecondsApart) return [good("Stripe's clock and this one agree.")];
  const todo = 'Have this machine set its clock by NTP: else webhooks are refused as too old.';
  return [bad(`Stripe's clock is ${Math.round(ahead)} s ahead of this one.`, todo)];
}

async function lookAtWebhook(env: Env, stripe: Stripe): Promise<Finding[]> {
  const faults = await webhookFaults(stripe, env.APP_URL);
  if (faults.length > 0) {
    return faults.map((fault) => bad(fault, 'https://dashboard.stripe.com/webhooks'));
  }
  const since = Math.floor(Date.now() / 1_000) - day;
  const failed = await stripe.events.list({
    delivery_success: false,
    created: { gte: since },
    limit: 100,
  });
  const many = failed.has_more ? 'More than 100' : failed.data.length;
  const todo =
    'The page of the webhook in the dashboard says what it was answered; resend them there.';
  return [
    good('Stripe sends its events here.'),
    failed.data.length === 0
      ? good('All events of the last day have arrived.')
      : look(`${many} events of the last day have not arrived.`, todo),
  ];
}

/** Sends the running server an event of nobody, signed by these settings: it is kept, and nothing follows. */
async function lookAtSecret(env: Env, stripe: Stripe): Promise<Finding> {
  const url = `${env.APP_URL}/api/webhooks/stripe`;
  const event = {
    id: `evt_doctor_${randomUUID()}`,
    object: 'event',
    type: 'doctor.asked',
    created: Math.floor(Date.now() / 1_000),
    data: { object: { object: 'doctor' } },
  };
  const body = JSON.stringify(event);
  const secret = env.STRIPE_WEBHOOK_SECRET;
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  try {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(10_000);
    const { status } = await fetch(url, { method: 'POST', headers, body, signal });
    if (status === 200) return good('The server takes an event that is signed by these settings.');
    const todo =
      status === 400
        ? 'The server runs with another STRIPE_WEBHOOK_SECRET: start it anew with these settings.'
        : 'Look into the log of the server, or of the proxy in front of it.';
    return bad(`${url} answers ${status} to an event that is signed by these settings.`, todo);
  } catch (error) {
    return look(`${url} cannot be reached: ${reasonOf(error)}`, 'Start the server, and ask again.');
  }
}
