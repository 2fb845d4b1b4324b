import type { Page } from '@playwright/test';
import { expectAccessibleHere } from '../support/checks.ts';
import { mailsTo } from '../support/mails.ts';
import { arrive, arriveAsAdmin, subscribe } from '../support/session.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const card = (page: Page, product: string) => page.getByRole('article', { name: product });

test('on day 15 it is too late; after the first charge it works until 23:59 of day 14', async ({
  page,
  stack,
  browser,
}) => {
  const { person, token } = await arrive(page, stack);
  await subscribe(stack, token, 'portfolio', 'yearly');
  await page.goto('/user/subscriptions');
  const held = card(page, 'Portfolio Builder');
  const admin = await browser.newPage({ baseURL: stack.url });
  await arriveAsAdmin(admin, stack);
  const offer = held.getByRole('button', { name: 'Withdraw' });
  let [last, revenue] = ['', 0];

  await test.step('on trial, it is offered with its last day', async () => {
    await mailsTo(stack, person.email, 'Your free trial of Portfolio Builder has started');
    await expect(held.getByText('Nothing is charged')).toBeVisible();
    last = (await mine(stack, token)).withdraw_until;
    await moveTo(stack, last, '23:59');
    await page.reload();
    await expect(offer).toBeVisible();
  });

  await test.step('at 00:01 of day 15 it is not offered, and the call answers 409', async () => {
    await moveTo(stack, dayAfter(last), '00:01');
    await page.reload();
    await expect(held.getByText('First charge that day')).toBeVisible();
    await expect(offer).toHaveCount(0);
    const { id } = await mine(stack, token);
    const late = await call(stack, token, `/user/subscriptions/${id}/withdraw`, 'POST');
    expect(late.status).toBe(409);
    const answer = (await late.json()) as { error: string };
    const ended = new Date(last).toLocaleDateString('en-GB', { dateStyle: 'long' });
    expect(answer.error).toContain(`The right to withdraw ended on ${ended}.`);
  });

  await test.step('with the first charge it begins again, and lasts to the end of day 14', async () => {
    await stack.advanceDays(17);
    await mailsTo(stack, person.email, 'Receipt for your Portfolio Builder payment');
    const { withdraw_until: until } = await mine(stack, token);
    await moveTo(stack, until, '23:59');
    await page.reload();
    const day = new Date(until).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
    await expect(held.getByText(`until ${day}`)).toBeVisible();
    await expect(held.getByText('£250.00 back')).toBeVisible();
    await expectAccessibleHere(page);
  });

  await test.step('two clicks: the money goes back and access ends', async () => {
    revenue = await revenueOf(admin);
    await offer.click();
    await expectAccessibleHere(page, [320, 1280]);
    await page.getByRole('button', { name: 'Withdraw now' }).click();
    await expect(
      page.getByText('Withdrawn from Portfolio Builder: refunded £250.00'),
    ).toBeVisible();
    await expect(page.getByText('These have ended and are not charged.')).toBeVisible();
    await expect(held.getByRole('link')).toHaveCount(0);
    await mailsTo(stack, person.email, 'Withdrawal confirmed, £250.00 refunded');
    await page.goto('/user/payments');
    await expect(page.getByRole('row', { name: /£250\.00.*refunded.*Refunded/ })).toBeVisible();
  });

  await test.step("the admin's revenue is back, and the file tells why", async () => {
    expect(await revenueOf(admin)).toBeCloseTo(revenue - 250, 2);
    await admin.goto(`/admin/users?search=${person.email}`);
    await admin.getByRole('link', { name: /Priya Nair/ }).click();
    await expect(
      admin.getByText('Withdrawn from Portfolio Builder, £250.00 refunded'),
    ).toBeVisible();
    await admin.close();
  });
});

test('an admin gives a part of a payment back, with a reason', async ({ page, stack, browser }) => {
  const { person, token } = await arrive(page, stack);
  await subscribe(stack, token, 'cataract', 'monthly');
  await stack.advanceDays(8);
  const admin = await browser.newPage({ baseURL: stack.url });
  await arriveAsAdmin(admin, stack);
  await admin.goto(`/admin/payments?search=${person.email}`);
  await admin.getByRole('button', { name: /^Refund £14\.99/ }).click();
  const dialog = admin.getByRole('alertdialog', { name: 'Refund this payment?' });
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue('14.99');
  await dialog.getByLabel('Amount in pounds').fill('20');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('At most £14.99')).toBeVisible();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await expectAccessibleHere(admin, [1280]);
  await dialog.getByLabel('Amount in pounds').fill('4.99');
  await dialog.getByLabel('Reason').fill('A day without service');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(admin.getByText('Refunded £4.99')).toBeVisible();
  await expect(admin.getByText('£4.99 refunded')).toBeVisible();
  await admin.goto('/admin/audit?action=payment.refunded');
  await expect(admin.getByText(/£4\.99 of £14\.99 .*A day without service/)).toBeVisible();
  await admin.close();
});

async function call(stack: Stack, token: string, path: string, method = 'GET') {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${stack.url}/api${path}`, { method, headers });
}

/** The one subscription of somebody, as the API tells of it. */
async function mine(stack: Stack, token: string) {
  const { subscriptions } = (await (await call(stack, token, '/user/subscriptions')).json()) as {
    subscriptions: { id: string; withdraw_until: string }[];
  };
  const [one] = subscriptions;
  if (!one) throw new Error('Nothing is held');
  return one;
}

/** The day after one, as year-month-day. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Moves the sandbox's clock to a time of day in London. */
async function moveTo({ sandboxUrl }: Stack, day: string, time: string): Promise<void> {
  const london = { timeZone: 'Europe/London', timeStyle: 'short' } as const;
  const moment = [`${day}T${time}Z`, `${day}T${time}+01:00`]
    .map((text) => new Date(text))
    .find((one) => one.toLocaleTimeString('en-GB', london) === time);
  const answer = await fetch(`${sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_to: Number(moment) / 1000 }),
  });
  expect(answer.status).toBe(200);
}

/** The revenue of all time, as the admin's dashboard has it now. */
async function revenueOf(admin: Page): Promise<number> {
  const loaded = admin.waitForResponse(/dashboard-stats/);
  await admin.goto('/admin/dashboard');
  return (await (await loaded).json()).data.total_revenue.amount;
}
