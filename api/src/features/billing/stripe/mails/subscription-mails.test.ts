import { expect, it } from 'vitest';
import type { SubscriptionRow } from '../../subscriptions/repository.ts';
import { type MailContext, queueSubscriptionMails } from './subscription-mails.ts';

it('the end is told of each time that Stripe leaves a subscription unpaid, not only the first', async () => {
  const causes: string[] = [];
  const occasion = {
    mails: { queue: async (_: unknown, { cause }: { cause: string }) => void causes.push(cause) },
    customer: { email: 'priya@hospital.test', firstName: 'Priya' },
    stripeNow: new Date('2026-09-01'),
  } as unknown as MailContext;
  const running = { stripeId: 'sub_1', status: 'active', hasAccess: true } as SubscriptionRow;
  const left = (periodEnd: string) =>
    ({
      ...running,
      ...{ status: 'expired', stripeStatus: 'unpaid', hasAccess: false },
      periodEnd: new Date(periodEnd),
    }) as SubscriptionRow;
  // Paid in between, on the page of its invoice.
  for (const periodEnd of ['2026-09-20', '2027-02-20', '2027-02-20']) {
    await queueSubscriptionMails(occasion, [{ before: running, after: left(periodEnd) }]);
  }
  expect(causes).toHaveLength(3);
  expect(new Set(causes).size).toBe(2);
});
