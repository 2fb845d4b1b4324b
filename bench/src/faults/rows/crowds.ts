import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { choice } from '../../../../api/src/testing/choice.ts';
import { type Client, createClient, type Reply } from '../../../../api/src/testing/client.ts';
import type { Ledger } from '../lives.ts';
import { any, type StagedRow } from '../row.ts';
import { askStripe, listStripe } from '../sandbox.ts';
import { password, type Stage, webhookSecret } from '../stage.ts';
import type { Times } from './times.ts';

const forgedShare = 0.05;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Many events in any order, and the same wish many times at once. */
export function crowdRows(times: Times): StagedRow[] {
  return [
    {
      name: 'webhook storm',
      needsMachine: true,
      run: async (stage, wrong) => (await storm(stage, wrong, times(10_000, 20))).done,
    },
    {
      name: 'races',
      run: (stage, wrong, ledger) => race(stage, wrong, { ledger, count: times(50, 2) }),
    },
  ];
}

/** So many events, three times each, in any order, and one in twenty with a forged signature. */
export async function storm(stage: Stage, wrong: string[], count: number) {
  await changeCustomers(stage, count);
  const events: { id: string }[] = [];
  for await (const page of listStripe(stage, 'events')) events.push(...page);
  const queue = [...events, ...events, ...events].toSorted(() => Math.random() - 0.5);
  const sent = queue.length;
  let [forged, again] = [0, 0];
  const send = async (event: { id: string }, isForged: boolean): Promise<void> => {
    const body = JSON.stringify(event);
    const time = Math.floor(Date.now() / 1_000);
    const secret = isForged ? 'another secret' : webhookSecret;
    const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = {
      'stripe-signature': `t=${time},v1=${v1}`,
      'content-type': 'application/json',
    };
    const url = `${stage.balancer.url}/api/webhooks/stripe`;
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    // Stripe sends again what had no answer, or was told to come again.
    if (!answer || answer.status === 503) {
      again += 1;
      await setTimeout(200);
      return send(event, isForged);
    }
    const expected = isForged ? 400 : 200;
    if (answer.status !== expected) wrong.push(`webhook ${answer.status} for ${expected}`);
  };
  const worker = async () => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const isForged = Math.random() < forgedShare;
      if (isForged) forged += 1;
      await send(one, isForged);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 30 }, worker));
  const acceptedIn = (performance.now() - began) / 1_000;
  const done = `${events.length} events, each three times, shuffled, ${(sent / acceptedIn).toFixed(0)} a second; ${forged} of ${sent} forged; ${again} sent again`;
  return { done, sent, acceptedIn };
}

/** So many events, of the customers that there are by now. */
async function changeCustomers(stage: Stage, count: number): Promise<void> {
  let { data } = await askStripe(stage, 'customers?limit=100');
  for (; data.length === 0; { data } = await askStripe(stage, 'customers?limit=100'))
    await setTimeout(500);
  for (let n = 0; n < count; n += 1) {
    await askStripe(stage, `customers/${any(data).id}`, { 'metadata[turn]': String(n) });
  }
}

/** The same person signs up, and opens a checkout, five times at once: one account, and one page that can be paid. */
async function race(
  stage: Stage,
  wrong: string[],
  { ledger, count }: { ledger: Ledger; count: number },
): Promise<string> {
  const client = createClient(stage.balancer.url);
  const fiveTimes = async (work: () => Promise<Reply>): Promise<Reply[]> => {
    const all = await Promise.all(Array.from({ length: 5 }, () => work().catch(() => null)));
    ledger.cut += all.filter((one) => one === null).length;
    const answers = all.filter((one) => one !== null);
    for (const { status } of answers) {
      if (status === 503) ledger.refused += 1;
      else if (status >= 500) wrong.push(`race ${status}`);
    }
    return answers;
  };
  for (let n = 0; n < count; n += 1) {
    const email = `race.${letters[n % 26]}${letters[Math.floor(n / 26)]}@faults.test`;
    const person = { email, password, first_name: 'Ros', last_name: 'Vane', role: 'user' };
    const joined = await fiveTimes(() => client.post('/register', person));
    const accounts = joined.filter(({ status }) => status === 201).length;
    if (accounts > 1) wrong.push(`${accounts} accounts of one e-mail`);
    const own = await comeIn(client, email);
    if (!own) continue;
    const body = choice('cataract', 'monthly');
    const opened = await fiveTimes(() => own.post('/subscriptions/checkout', body));
    const pages = new Set(
      opened.flatMap(({ status, body }) => (status === 200 ? [body.session_id] : [])),
    );
    const states = await Promise.all(
      [...pages].map((id) => askStripe(stage, `checkout/sessions/${id}`)),
    );
    if (states.filter(({ status }) => status === 'open').length > 1)
      wrong.push('two open checkouts');
  }
  return `${count} people, each five times at once: sign-up, then checkout`;
}

async function comeIn(client: Client, email: string): Promise<Client | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    const session = await client.post('/login', { email, password }).catch(() => null);
    if (session?.status === 200) return client.withToken(session.body.data.token);
    await setTimeout(300);
  }
  return undefined;
}
