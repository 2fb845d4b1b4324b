import { dashboardAnswer } from '../../web/app/testing/twelve-months.ts';
import { stubCall } from '../support/calls.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { figure } from '../support/figure.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('the explanations are reached and left by keyboard, and cover no figure', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  await stubCall(page, '/admin/dashboard-stats', dashboardAnswer);
  await page.goto('/admin/dashboard');
  const about = page.getByRole('button', { name: 'About Trial Users' });
  await about.focus();
  await page.keyboard.press('Enter');
  const bubble = page.getByText('People with a subscription on trial now.');
  await expect(bubble).toBeVisible();
  const below = (await figure(page, 'Trial Users').boundingBox())?.y ?? 0;
  const { y = 0, height = 0 } = (await bubble.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(below);
  await expectAccessibleHere(page, [320, 1280]);
  await page.keyboard.press('Escape');
  await expect(bubble).toBeHidden();
  await expect(about).toBeFocused();

  await page.goto('/admin/dashboard?view=table');
  await expect(page.getByRole('row', { name: /^October 2026/ })).toBeVisible();
  await expectAccessibleHere(page, [320, 1024]);
});
