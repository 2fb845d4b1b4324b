import { stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { mailsTo } from '../support/mails.ts';
import { arrive, subscribe } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('what was agreed to can be read again, with the texts as they were', async ({
  page,
  stack,
}) => {
  const { person, token } = await arrive(page, stack);
  await page.goto('/user/subscriptions/plans');
  await expect(
    page.getByText(/^You may withdraw within 14 days of subscribing.* start at once\./),
  ).toBeVisible();
  await expect(page.getByText(/^Sold by Fernlea Health Ltd/)).toBeVisible();
  await subscribe(stack, token, 'cataract', 'monthly');
  const subject = 'Your free trial of Cataract Connect has started';
  const [mail] = await mailsTo(stack, person.email, subject);
  expect(mail?.text).toContain('hereby give notice that I/We [*] cancel');

  expect(mail?.attachments).toMatchObject([{ filename: 'Terms of Service.txt' }]);
  expect(mail?.attachments[0]?.content).toContain('Your right to change your mind');

  await page.goto('/user/account');
  await page.getByText('What you agreed to', { exact: true }).click();
  const items = page.locator('details details').locator('xpath=ancestor::li[1]');
  await expect(page.getByRole('heading', { name: 'Cataract Connect, Monthly' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
  await page.getByText('What you were told').click();
  await expect(items.first().getByText('£14.99 per month', { exact: true })).toBeVisible();
  await page.getByText('The confirmation we sent').click();
  await expect(items.first().getByText(subject)).toBeVisible();
  await expectAccessibleHere(page);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'The terms as they were' }).first().click();
  const terms = await opened;
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText(
    'Terms of Service and Acceptable Use Policy',
  );
  await expect(terms.getByText('This is the version of today')).toBeInViewport();
  await expect(terms).toHaveURL(/\/terms\?version=[0-9a-f]{32}$/);
  await expectAccessibleHere(terms);
});

test('a change of the terms that is in force is told of until it is acknowledged', async ({
  page,
  stack,
}) => {
  const { token } = await arrive(page, stack);
  const me = await fetch(`${stack.url}/api/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const notice = {
    id: '0198c000-0000-7000-8000-00000000abcd',
    document: 'terms',
    version: 'a'.repeat(32),
    says: 'Refunds now take five days.',
    in_force_on: '2020-03-09',
  };
  const answer = { ...((await me.json()) as object), notices: [notice] };
  await stubCall(page, '/user', answer);
  const path = `/user/agreements/${notice.id}/acknowledge`;
  await stubCall(page, path, { success: true, message: '' });
  await page.goto('/user/dashboard');
  const told = page.getByRole('status').filter({ hasText: 'Our Terms of Service have changed' });
  await expect(told).toContainText('Refunds now take five days. In force since 9 March 2020.');
  await expect(told.getByRole('link')).toHaveAttribute('href', `/terms?version=${notice.version}`);
  await expectAccessibleHere(page);
  const noted = page.waitForRequest(`**/api${path}`);
  await told.getByRole('button', { name: 'I have read this' }).click();
  await expect(told).toHaveCount(0);
  expect((await noted).method()).toBe('POST');
});
