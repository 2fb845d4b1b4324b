import type { Page } from '@playwright/test';
import { brand } from 'contract/brand';
import type { ProductKey } from 'contract/catalogue';
import { createAtStripe } from '../support/at-stripe.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { loadUntil } from '../support/load-until.ts';
import { mailsTo } from '../support/mails.ts';
import { cancel, choose, payWith } from '../support/people.ts';
import { arrive, subscribe } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const card = (page: Page, product: string) => page.getByRole('article', { name: product });

test('cancelled on trial: it can be taken back, runs to its end, costs nothing, and says so', async ({
  page,
  stack,
}) => {
  const person = await customerOf(page, stack, 'portfolio', 'monthly');
  await cancel(page, 'Portfolio Builder');
  const held = card(page, 'Portfolio Builder');
  await expect(held.getByText(/^Ends \d+ [A-Z][a-z]+/)).toBeVisible();
  await expect(held.getByText('Free trial', { exact: true })).toBeVisible();
  await held.getByRole('button', { name: "Don't Cancel" }).click();
  await expectToast(page, 'Subscription cancellation reversed successfully');
  await expect(held.getByText('First charge')).toBeVisible();
  await cancel(page, 'Portfolio Builder');
  await expect(held.getByText(/^Ends \d+ [A-Z][a-z]+/)).toBeVisible();
  await expect(held.getByRole('link', { name: /^Login to Portfolio Builder/ })).toBeVisible();

  await stack.advanceDays(31);
  await page.reload();
  await expect(page.getByText('These have ended and are not charged.')).toBeVisible();
  await expect(held).toContainText(/Ended \d+ [A-Z][a-z]+ \d{4}/);
  await expect(held.getByRole('link')).toHaveCount(0);
  await page.goto('/user/payments');
  await expect(page.getByText('No payment history found.')).toBeVisible();
  await mailsTo(stack, person.email, 'Your Portfolio Builder subscription has ended');
});

test('cancelled and undone, made yearly, moved to the combined offer, and refunded', async ({
  page,
  stack,
}) => {
  const person = await customerOf(page, stack, 'cataract', 'monthly');
  await stack.advanceDays(8);

  await test.step('cancelled and undone, it renews', async () => {
    await page.reload();
    const held = card(page, 'Cataract Connect');
    await expect(held.getByText('Active', { exact: true })).toBeVisible();
    await cancel(page, 'Cataract Connect');
    await held.getByRole('button', { name: "Don't Cancel" }).click();
    await expectToast(page, 'Subscription cancellation reversed successfully');
    await expect(held.getByText('Next charge')).toBeVisible();
    await stack.advanceDays(31);
    await expectPayments(page, ['£14.99', '£14.99']);
  });

  await test.step('from monthly to yearly: less what was not used', async () => {
    await change(page, 'Cataract Connect', 'Yearly');
    await expect(card(page, 'Cataract Connect').getByText('Yearly plan')).toBeVisible();
    await expect(card(page, 'Cataract Connect').getByText('£150.00 per year')).toBeVisible();
    await page.goto('/user/subscriptions/plans');
    await page.getByRole('radio', { name: /^Yearly/ }).check({ force: true });
    const plan = card(page, 'Cataract Connect');
    await expect(plan.getByRole('button', { name: 'Subscribed' })).toBeDisabled();
  });

  await test.step('with the other product beside it, to the combined offer', async () => {
    await choose(page, 'Portfolio Builder', 'Monthly');
    await payWith(page, '4242 4242 4242 4242');
    await expect(card(page, 'Portfolio Builder')).toBeVisible();
    await change(page, 'Complete Bundle', 'Monthly');
    await expect(card(page, 'Complete Bundle').getByText(/^(Active|Trial)$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Login to/ })).toHaveCount(2);
    for (const single of ['Cataract Connect', 'Portfolio Builder']) {
      await expect(card(page, single).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    }
  });

  await test.step('what support gives back shows on the payment', async () => {
    await refundFirstPayment(stack, person.email);
    const refunded = page.getByRole('row', { name: /£14\.99.*Refunded/ });
    await loadUntil(
      () => page.goto('/user/payments'),
      (patience) => expect(refunded).toHaveCount(1, patience),
    );
  });
});

test('a year is renewed with a reminder before and the right to withdraw after', async ({
  page,
  stack,
}) => {
  const person = await customerOf(page, stack, 'cataract', 'yearly');
  await stack.advanceDays(8);
  // It was charged a day ago, at the end of the trial; the year to come may have a day more.
  const now = await stack.now();
  const renewal = new Date(now - 86_400_000);
  renewal.setUTCFullYear(renewal.getUTCFullYear() + 1);
  await stack.advanceDays(Math.round((renewal.getTime() - now) / 86_400_000) - 13);
  const day = renewal.toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' },
  });
  const [mail] = await mailsTo(stack, person.email, `Your Cataract Connect renews on ${day}`);
  for (const said of ['£150.00', 'Visa ending in 4242, expires 12/2099', 'cancel under My']) {
    expect(mail?.text).toContain(said);
  }
  await stack.advanceDays(14);
  await mailsTo(stack, person.email, 'Receipt for your Cataract Connect payment', 2);
  await page.reload();
  await expect(card(page, 'Cataract Connect')).toContainText(/until \d+ \w+£150\.00 back/);
});

/** Somebody who is on trial of a plan, and looks at it. */
async function customerOf(
  page: Page,
  stack: Stack,
  ...[key, cycle]: [product: ProductKey, cycle: 'monthly' | 'yearly']
) {
  const { person, token } = await arrive(page, stack);
  await subscribe(stack, token, key, cycle);
  await page.goto('/user/subscriptions');
  const held = card(page, brand.products[key].name);
  await expect(held.getByText('Trial', { exact: true })).toBeVisible();
  return person;
}

/** Chooses another plan of what is held, and confirms it on the hosted page. */
async function change(page: Page, product: string, cycle: 'Monthly' | 'Yearly'): Promise<void> {
  await page.goto('/user/subscriptions/plans');
  await page.getByRole('radio', { name: new RegExp(`^${cycle}`) }).check({ force: true });
  await card(page, product)
    .getByRole('button', { name: `Subscribe ${cycle}` })
    .click();
  const told = page.getByRole('alertdialog', { name: `Change to ${product}` });
  await expect(told.getByText(/^£[\d,]+\.\d\d every (month|year)$/)).toBeVisible();
  await expectAccessibleHere(page, [320, 1280]);
  await told.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your new plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your plan has been changed')).toBeVisible();
  await expect(page).toHaveURL(/\/user\/subscriptions$/);
}

async function expectPayments(page: Page, amounts: string[]): Promise<void> {
  await page.goto('/user/payments');
  const rows = page.getByRole('row').filter({ hasText: '£' });
  await expect(rows).toHaveCount(amounts.length);
  for (const [n, amount] of amounts.entries()) await expect(rows.nth(n)).toContainText(amount);
}

/** Support gives back the first payment of a customer, at Stripe. */
async function refundFirstPayment(stack: Stack, email: string): Promise<void> {
  const state = (await (await fetch(`${stack.sandboxUrl}/sandbox/state`)).json()) as {
    customers: { id: string; email: string }[];
    charges: { id: string; customer: string }[];
  };
  const customer = state.customers.find((one) => one.email === email);
  const charge = state.charges.findLast((one) => one.customer === customer?.id);
  await createAtStripe(stack, 'refunds', { charge: charge?.id ?? '' });
}
