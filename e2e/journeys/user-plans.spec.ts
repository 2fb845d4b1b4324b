import { offers } from '../../web/app/testing/offers.ts';
import { ok } from '../../web/app/testing/specified-lists.ts';
import { stubCall } from '../support/calls.ts';
import { expectMostly } from '../support/checks.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('what is held in the chosen cycle is Subscribed, in green', async ({ page, stack }) => {
  await arrive(page, stack);
  const plans = offers.map((offer, n) => ({ ...offer, yearlySubscribed: n === 1 }));
  await stubCall(page, '/plans', { ...ok, plans });
  await page.goto('/user/subscriptions/plans');
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  const held = page.getByRole('article', { name: 'Cataract Connect' }).getByRole('button');
  await expect(held).toHaveText('Subscribed');
  await expectMostly('green', held, 'backgroundColor');
});
