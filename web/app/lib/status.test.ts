import { expect, test } from 'vitest';
import { paymentStatusDisplay, subscriptionStatusDisplay } from './status.ts';

test.each([
  ['active', 'Active', 'good'],
  ['trial', 'Trial', 'brand'],
  ['expired', 'Expired', 'neutral'],
  ['cancelled', 'Cancelled', 'neutral'],
  ['anything else', 'Cancelled', 'neutral'],
])('a subscription that is %s is shown as %s (product G33)', (status, label, tone) => {
  expect(subscriptionStatusDisplay(status)).toEqual({ label, tone });
});

test.each([
  ['success', 'Success', 'good'],
  ['completed', 'Completed', 'good'],
  ['pending', 'Pending', 'warn'],
  ['refunded', 'Refunded', 'neutral'],
  ['failed', 'Failed', 'bad'],
  ['anything else', 'Failed', 'bad'],
])('a payment that is %s is shown as %s (product G33)', (status, label, tone) => {
  expect(paymentStatusDisplay(status)).toEqual({ label, tone });
});
