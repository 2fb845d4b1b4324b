import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { neededEvents } from '../events/event-types.ts';
import { webhookFaults } from './webhook-endpoint.ts';

const site = 'https://subscriptions.example';
const url = `${site}/api/webhooks/stripe`;
const inOrder = { url, status: 'enabled', enabled_events: ['*'] };

function faults(...endpoints: Partial<typeof inOrder>[]): Promise<string[]> {
  const list = () => endpoints.map((one) => ({ ...inOrder, ...one }));
  return webhookFaults({ webhookEndpoints: { list } } as unknown as Stripe, `${site}/`);
}

it('nothing is wrong with a webhook that gets all events, or each that is needed', async () => {
  expect(await faults({})).toEqual([]);
  expect(await faults({ enabled_events: [...neededEvents, 'payout.paid'] })).toEqual([]);
  expect(await faults({ status: 'disabled' }, {})).toEqual([]);
});

it.each(neededEvents)('a webhook without %s is told of', async (type) => {
  const enabled_events = neededEvents.filter((one) => one !== type);
  expect(await faults({ enabled_events })).toEqual([
    `The webhook ${url} does not get ${type}: let it get all events.`,
  ]);
});

it('so is one that is disabled, and that none leads here', async () => {
  const disabled = `The webhook ${url} is disabled in Stripe.`;
  expect(await faults({ status: 'disabled' })).toEqual([disabled]);
  expect(await faults({ url: 'https://elsewhere.example' })).toEqual([
    `No webhook leads to ${url}: add one in Stripe and set STRIPE_WEBHOOK_SECRET.`,
  ]);
});

it('no code names a type of event but the list', () => {
  const folder = join(import.meta.dirname, '../..');
  const named = /\btype\b[^'\n]{0,12}'[a-z_]+(\.[a-z_]+)+'/;
  const names = /'(customer\.subscription|invoice|charge|credit_note|payment_method)(\.[a-z]\w+)+'/;
  const guilty = globSync('**/*.ts', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return named.test(text) || names.test(text);
    });
  expect(guilty).toEqual(['stripe/events/event-types.ts']);
});
