import { expectAccessibleHere } from '../support/checks.ts';
import { loadUntil } from '../support/load-until.ts';
import { mailsTo } from '../support/mails.ts';
import { fillCard } from '../support/people.ts';
import { arrive, subscribe } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('a failed payment is put right with another card; its invoice and the product open in tabs of their own', async ({
  page,
  context,
  stack,
}) => {
  const { person, token } = await arrive(page, stack);
  await subscribe(stack, token, 'cataract', 'monthly', '4000 0000 0000 0341');
  await stack.advanceDays(8);
  await mailsTo(stack, person.email, 'Your Cataract Connect payment did not go through');

  await test.step('the notice offers to update the card', async () => {
    await page.goto('/user/subscriptions');
    const card = page.getByRole('article', { name: 'Cataract Connect' });
    await expect(card.getByText('Your last payment did not go through')).toBeVisible();
    await expect(card.getByText('Payment due', { exact: true })).toBeVisible();
    await expectAccessibleHere(page, [320, 1280]);
    await card.getByRole('button', { name: 'Update card' }).click();
    await fillCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Save card' }).click();
  });

  await test.step('back on My Subscriptions the problem is gone', async () => {
    await expect(page.getByText('Your card has been updated')).toBeVisible();
    await expect(page).toHaveURL(`${stack.url}/user/subscriptions`);
    await expect(page.getByText('Your last payment did not go through')).toHaveCount(0);
    await mailsTo(stack, person.email, 'Receipt for your Cataract Connect payment');
  });

  await test.step('the product opens with a token, also by keyboard', async () => {
    await context.route('https://cataract.fernlea-health.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Cataract</title>' }),
    );
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Login to Cataract Connect' }).press('Enter');
    const tab = await opened;
    await expect(tab).toHaveURL(/^https:\/\/cataract\.fernlea-health\.example\/login\?token=ey/);
    await tab.close();
  });

  await test.step('the payment is there once, with its invoice', async () => {
    await page.goto('/user/payments');
    const row = page.getByRole('row', { name: /Cataract Connect/ });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Success');
    await expectAccessibleHere(page, [320, 1280]);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Invoice of \d\d\/\d\d\/\d{4}/ }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: /^Invoice / })).toBeVisible();
    await expect(tab.getByText('£14.99').first()).toBeVisible();
  });

  await test.step('a renewal that the bank wants confirmed is confirmed on the page of the card', async () => {
    await page.goto('/user/subscriptions');
    const card = page.getByRole('article', { name: 'Cataract Connect' });
    await card.getByRole('button', { name: 'Update card' }).click();
    await fillCard(page, '4000 0027 6000 3184');
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Your card has been updated')).toBeVisible();
    await stack.advanceDays(31);
    const subject = 'Your bank asks you to confirm your Cataract Connect payment';
    const [mail] = await mailsTo(stack, person.email, subject);
    expect(mail?.text).toContain(`${stack.sandboxUrl}/i/`);
    await page.reload();
    await expect(card.getByText('Your bank asks you to confirm')).toBeVisible();
    await expect(card.getByText('did not go through')).toHaveCount(0);
    await expectAccessibleHere(page, [320, 1280]);
    const opened = page.waitForEvent('popup');
    await card.getByRole('link', { name: /^Confirm payment/ }).press('Enter');
    const tab = await opened;
    await tab.getByRole('button', { name: 'Pay £14.99' }).click();
    await tab.getByRole('button', { name: 'Complete' }).click();
    await expect(tab.getByText(/, paid$/)).toBeVisible();
    await tab.close();
    await loadUntil(
      () => page.reload(),
      (patience) => expect(card.getByText('Active', { exact: true })).toBeVisible(patience),
    );
    await expect(card.getByText('Your bank asks you to confirm')).toHaveCount(0);
  });

  await test.step('somebody who does not hold a product is told so', async () => {
    await page.goto('/user/products/portfolio/open');
    await expect(page.getByRole('alert')).toContainText('You do not hold Portfolio Builder');
    await page.goto('/user/products/nothing/open');
    await expect(page.getByRole('alert')).toContainText('Resource not found');
  });
});
