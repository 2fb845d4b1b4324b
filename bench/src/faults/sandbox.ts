import { setTimeout } from 'node:timers/promises';
import type { Stage } from './stage.ts';

interface StripeObject {
  id: string;
  status?: string;
  customer?: string;
  /** In pence, as all amounts. */
  amount_paid?: number;
  amount_refunded?: number;
}

const key = { authorization: 'Bearer sk_test_faults' };

/** A request of the matrix itself, which a connection that has just been closed does not break off. */
async function patiently(url: string, init?: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (tries > 10) throw error;
      await setTimeout(100);
    }
  }
}

/** Asks Stripe itself, past all moods; with a body it is told something. */
export async function askStripe({ sandbox }: Stage, path: string, body?: Record<string, string>) {
  const told = body && { method: 'POST', body: new URLSearchParams(body) };
  const answer = await patiently(`${sandbox.url}/v1/${path}`, { headers: key, ...told });
  return (await answer.json()) as StripeObject & { data: StripeObject[]; has_more: boolean };
}

/** Ends a subscription at once, as at Stripe's dashboard. */
export async function endSubscription({ sandbox }: Stage, id: string): Promise<void> {
  await patiently(`${sandbox.url}/v1/subscriptions/${id}`, { method: 'DELETE', headers: key });
}

/** All of one of Stripe's lists, a page at a time. */
export async function* listStripe(stage: Stage, path: string) {
  for (let after = ''; ; ) {
    const page = await askStripe(
      stage,
      `${path}${path.includes('?') ? '&' : '?'}limit=100${after}`,
    );
    yield page.data;
    after = `&starting_after=${page.data.at(-1)?.id}`;
    if (!page.has_more) return;
  }
}

async function turn({ sandbox }: Stage, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await patiently(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Lets time pass at Stripe: trials end, renewals are charged. */
export const passDays = (stage: Stage, days: number) =>
  turn(stage, 'clock', { advance_days: days });

/** Whether Stripe sends its events, or they are lost. */
export const sendEvents = (stage: Stage, isOn: boolean) =>
  turn(stage, 'webhooks', { mode: isOn ? 'normal' : 'drop' });

/** Gives back the last charges of some, as support does at Stripe's dashboard. */
export async function refundSome(stage: Stage, count: number): Promise<void> {
  const { data } = await askStripe(stage, 'charges?limit=20');
  const paid = data.filter(({ status }) => status === 'succeeded').slice(0, count);
  for (const { id } of paid) await askStripe(stage, 'refunds', { charge: id });
}
