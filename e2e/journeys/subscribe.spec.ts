import type { Page } from '@playwright/test';
import { expectAccessibleHere } from '../support/checks.ts';
import { subjectsTo, verificationLink } from '../support/mails.ts';
import { admin, choose, logIn, payWith, sendSignUp, somebody } from '../support/people.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

test('a new customer signs up, starts a trial, is charged at its end, and an admin sees it', async ({
  page,
  browser,
  stack,
}) => {
  const person = somebody({ firstName: 'Leila', lastName: 'Haddad' });
  const firstCharge = longDate((await stack.now()) + 30 * 86_400_000);

  await test.step('sign up: the toast shows, the login page follows', async () => {
    await page.goto('/signup');
    await sendSignUp(page, person);
    await expectToast(page, 'Account created successfully! Please log in to continue.');
    await expect(page).toHaveURL(/\/signup/);
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('log in: without a subscription the plans come first, and a banner asks to confirm the email', async () => {
    await logIn(page, person);
    await expect(page).toHaveURL(/\/user\/subscriptions\/plans$/);
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
    await expect(page.getByText('(Save up to 16.6%)')).toBeVisible();
    await expect(page.getByText('Please confirm your email')).toBeVisible();
  });

  await test.step('choose the portfolio product, yearly', async () => {
    await page.getByRole('radio', { name: /^Yearly/ }).check();
    const card = page.getByRole('article', { name: 'Portfolio Builder' });
    await expect(card.getByText('£250.00').first()).toBeVisible();
    await expect(card.getByText('Save £49.88 per year')).toBeVisible();
    await expect(card.getByText('£20.83 per month billed annually')).toBeVisible();
    await card.getByRole('button', { name: 'Subscribe Yearly' }).click();
    await expect(page.getByText('Redirecting to secure checkout...')).toBeVisible();
  });

  await test.step('the hosted page tells what is bought and when it is charged', async () => {
    await expect(page.getByText('Portfolio Builder').first()).toBeVisible();
    await expect(page.getByText('£250.00 per year').first()).toBeVisible();
    await expect(page.getByText('30 days free').first()).toBeVisible();
    await expect(page.getByText(firstCharge).first()).toBeVisible();
    const card = /4242\s?4242/;
    const toUs: string[] = [];
    page.on('request', (request) => {
      const told = `${request.url()} ${request.postData() ?? ''}`;
      if (card.test(decodeURIComponent(told).replaceAll('+', ' '))) toUs.push(request.url());
    });
    await payWith(page, '4242 4242 4242 4242');
    await expect(page).toHaveURL(`${stack.url}/user/subscriptions`);
    // The number goes to Stripe's page, and to nobody else.
    expect(toUs.length).toBeGreaterThan(0);
    expect(toUs.filter((url) => !url.startsWith(stack.sandboxUrl))).toEqual([]);
  });

  await test.step('back on My Subscriptions it is on trial', async () => {
    await expect(page).toHaveURL(`${stack.url}/user/subscriptions`);
    const card = page.getByRole('article', { name: 'Portfolio Builder' });
    await expect(card.getByText('Trial', { exact: true })).toBeVisible();
    await expect(card.getByText(firstCharge).first()).toBeVisible();
    await expect(card.getByRole('link', { name: /^Login to/ })).toHaveCount(0);
  });

  await test.step('the button of the mailed link confirms the email, and the product opens', async () => {
    const link = await verificationLink(stack, person.email);
    const mailed = await page.context().newPage();
    await mailed.goto(link);
    await expect(mailed).toHaveURL(`${stack.url}/verify-email`);
    await mailed.reload();
    await expectAccessibleHere(mailed, [320, 1440]);
    await mailed.getByRole('button', { name: 'Confirm email' }).click();
    await expect(mailed.getByText('Your email is confirmed. Thank you.')).toBeVisible();
    await mailed.close();
    // The tab that was open hears of it by itself.
    await expect(page.getByText('Please confirm your email')).toHaveCount(0);
    const card = page.getByRole('article', { name: 'Portfolio Builder' });
    const login = card.getByRole('link', { name: 'Login to Portfolio Builder' });
    await expect(login).toHaveAttribute('target', '_blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('alert')).toContainText('has expired or was used already');
    await page.goto('/user/subscriptions');
    await page.getByRole('link', { name: /^Dashboard/ }).click();
    const plans = page.locator('dl > div', { hasText: 'Active Plans' });
    await expect(plans.locator('dd').first()).toHaveText('1');
    await page.goto('/');
    const account = page.getByRole('button', { name: 'Leila Haddad' });
    await expect(account).toBeVisible();
    await expect(account.getByText('LH', { exact: true })).toBeVisible();
  });

  const adminPage = await (await browser.newContext({ baseURL: stack.url })).newPage();
  let before = { revenue: 0, trials: 0, active: 0 };
  await test.step('the admin sees the figures with one more on trial', async () => {
    await logIn(adminPage, admin);
    await expect(adminPage).toHaveURL(/\/admin\/dashboard$/);
    before = await figures(adminPage);
    expect(before.trials).toBeGreaterThanOrEqual(1);
  });

  await stack.advanceDays(31);

  await test.step('after the trial the subscription is active and paid', async () => {
    await page.goto('/user/subscriptions');
    const card = page.getByRole('article', { name: 'Portfolio Builder' });
    await expect(card.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Payment History/ }).click();
    const row = page.getByRole('row', { name: /Portfolio Builder/ });
    await expect(row).toContainText('£250.00');
    await expect(row).toContainText(/success/i);
  });

  await test.step('the admin sees the payment and the figures change', async () => {
    await adminPage.reload();
    const after = await figures(adminPage);
    expect(after.revenue - before.revenue).toBeCloseTo(250, 2);
    expect(after.trials - before.trials).toBe(-1);
    expect(after.active - before.active).toBe(1);
    await adminPage.getByRole('link', { name: /^Payments/ }).click();
    const row = adminPage.getByRole('row', { name: /Leila Haddad/ });
    await expect(row).toContainText('£250.00');
  });

  await test.step('the mails of the journey went once each', async () => {
    await expect
      .poll(() => subjectsTo(stack, person.email))
      .toEqual([
        'Confirm your email',
        'Receipt for your Portfolio Builder payment',
        'Welcome to Fernlea Health',
        `Your free trial of Portfolio Builder ends on ${firstCharge}`,
        'Your free trial of Portfolio Builder has started',
      ]);
  });
  await adminPage.context().close();
});

test('a declined card shows why and leaves nothing behind', async ({ page, stack }) => {
  await arrive(page, stack);
  await choose(page, 'Cataract Connect', 'Monthly');
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expectNothingHeld(page, stack.url);

  await test.step('and the same page still takes a good card', async () => {
    await choose(page, 'Cataract Connect', 'Monthly');
    await payWith(page, '4242 4242 4242 4242');
    await expect(page).toHaveURL(`${stack.url}/user/subscriptions`);
    await expect(page.getByRole('article', { name: 'Cataract Connect' })).toHaveCount(1);
  });
});

test('leaving the hosted page leaves nothing behind, by its link or by Back', async ({
  page,
  stack,
}) => {
  await arrive(page, stack);
  await choose(page, 'Complete Bundle', 'Yearly');
  await page.goBack();
  await expect(page).toHaveURL(/\/user\/subscriptions\/plans\?period=yearly$/);
  const button = page
    .getByRole('article', { name: 'Complete Bundle' })
    .getByRole('button', { name: 'Subscribe Yearly' });
  await expect(button).toBeEnabled();
  await expectNothingHeld(page, stack.url);

  await choose(page, 'Complete Bundle', 'Yearly');
  await page
    .getByRole('link', { name: /back|cancel|return/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/user\/subscriptions\/plans\?checkout=cancelled&period=yearly$/);
  await expect(page.getByText(/nothing (was|has been) charged/i)).toBeVisible();
  await expectNothingHeld(page, stack.url);
});

/** The metric cards of the admin's dashboard, as numbers. */
async function figures(page: Page) {
  await expect(page.locator('dl dd').first()).toHaveText(/\d/);
  const figure = async (name: string) => {
    const text = await page
      .locator('dl > div', { hasText: name })
      .locator('dd')
      .first()
      .textContent();
    return Number(/[\d,.]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
  };
  return {
    revenue: await figure('Total Revenue'),
    trials: await figure('Trial Users'),
    active: await figure('Active Subscriptions'),
  };
}

/** A day as it is written on the pages. */
function longDate(at: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/London',
  }).format(at);
}

async function expectNothingHeld(page: Page, url: string) {
  await page.goto(`${url}/user/subscriptions`);
  await expect(page.getByText("You don't have any active subscriptions.")).toBeVisible();
  await page.goto(`${url}/user/payments`);
  await expect(page.getByText('No payment history found.')).toBeVisible();
}
