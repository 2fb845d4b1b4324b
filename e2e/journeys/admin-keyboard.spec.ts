import type { Page } from '@playwright/test';
import { createCrowd, family } from '../support/crowd.ts';
import { answer, enter, expectFocusShown, expectTrapped, tabTo } from '../support/keyboard.ts';
import { admin } from '../support/people.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');
const firstName = (page: Page) => page.getByRole('rowheader').first();

test.beforeEach(({ stack }) => createCrowd(stack));

test('an admin without a mouse signs in, finds a user, and searches, sorts, filters and pages', async ({
  page,
}) => {
  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(admin.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(main(page)).toBeFocused();

  await enter(page, page.getByRole('link', { name: /^Users/ }));
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible();
  await expect(main(page)).toBeFocused();
  const search = page.getByPlaceholder('Search by user...');
  await tabTo(page, search);
  await page.keyboard.type(family);
  await expect(page.getByText('30 users · page 1 of 2')).toBeVisible();
  await expect(search).toBeFocused();

  await enter(page, button(page, 'Name'));
  await expect(firstName(page)).toContainText('Noraaa');
  await expect(button(page, 'Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(firstName(page)).toContainText('Noracj');
  await page.keyboard.press('Enter');
  await expect(firstName(page)).toContainText('Noraaa');
  await expect(button(page, 'Name')).toBeFocused();
  await enter(page, button(page, 'Next'));
  await expect(firstName(page)).toContainText('Noracf');
  await expect(button(page, 'Next')).toBeFocused();
  await expect(button(page, 'Next')).toBeDisabled();
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Previous')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(firstName(page)).toContainText('Noraaa');
  await expect(button(page, 'Previous')).toBeFocused();

  await enter(page, page.getByRole('link', { name: `Norace ${family}` }));
  await expect(page.getByRole('heading', { name: `Norace ${family}` })).toBeVisible();
  await expect(main(page)).toBeFocused();
  await enter(page, page.getByRole('link', { name: 'All users' }));
  await expect(main(page)).toBeFocused();

  await tabTo(page, page.getByLabel('Role', { exact: true }));
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/\?role=admin$/);
  await enter(page, button(page, 'Reset filters'));
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(button(page, 'Reset filters')).toBeFocused();
});

test('a status is toggled and a role changed by keyboard, and dialogs hold and give back the focus', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  await page.goto(`/admin/users?search=${family}&sortBy=name&sortOrder=asc`);
  await expect(firstName(page)).toContainText('Noraaa');
  const toggle = page.getByRole('switch', { name: `Noraaa ${family} is active` });
  await tabTo(page, toggle);
  for (const [key, told] of [
    ['Space', 'User deactivated'],
    ['Enter', 'User activated'],
  ] as const) {
    await page.keyboard.press(key);
    if (told === 'User deactivated') {
      const question = page.getByRole('alertdialog', { name: `Deactivate Noraaa ${family}?` });
      await answer(page, question, 'Deactivate');
      await expect(question).toHaveCount(0);
    }
    await expect(page.getByText(told)).toBeVisible();
    await expect(toggle).toBeChecked({ checked: told === 'User activated' });
    await expect(toggle).toBeFocused();
    await expectFocusShown(page);
  }

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: `Noraaa ${family}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\/[^?]+$/);
  await expect(main(page)).toBeFocused();
  const dialog = page.getByRole('alertdialog');
  for (const name of ['Make admin', 'Deactivate', 'Delete user']) {
    await enter(page, button(page, name));
    await expect(dialog).toBeVisible();
    await expectTrapped(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, name)).toBeFocused();
    await page.keyboard.press('Enter');
    await answer(page, dialog, 'Keep as it is');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, name)).toBeFocused();
    await expectFocusShown(page);
    await page.keyboard.press('Shift+Tab');
  }

  await page.keyboard.press('Shift+Tab');
  for (const [name, opposite] of [
    ['Make admin', 'Make user'],
    ['Make user', 'Make admin'],
  ] as const) {
    await page.reload();
    await enter(page, button(page, name));
    await answer(page, dialog, name);
    await expect(page.getByText('User updated')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(button(page, opposite)).toBeFocused();
    await expectFocusShown(page);
  }
});

test('a user is created, told what is wrong, and deleted by keyboard', async ({ page, stack }) => {
  await arriveAsAdmin(page, stack);
  await page.goto('/admin/users');
  await enter(page, page.getByRole('link', { name: 'Create user' }));
  await expect(page.getByRole('heading', { name: 'Create user' })).toBeVisible();
  await expect(main(page)).toBeFocused();
  await enter(page, button(page, 'Create user'));
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectFocusShown(page);
  await page.keyboard.type('Ignatius');
  await tabTo(page, page.getByLabel('Last name'));
  await page.keyboard.type('Okonkwo');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(`ignatius.${Date.now()}@hospital.test`);
  await tabTo(page, page.getByLabel('Role'));
  await page.keyboard.press('ArrowDown');
  await enter(page, button(page, 'Create user'));
  await expect(page.getByRole('heading', { name: 'Ignatius Okonkwo' })).toBeVisible();
  await expect(main(page)).toBeFocused();
  await expect(button(page, 'Make user')).toBeVisible();

  await enter(page, button(page, 'Delete user'));
  const question = page.getByRole('alertdialog');
  await answer(page, question, 'Delete user');
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(main(page)).toBeFocused();
});

test('on a phone the drawer takes the focus, holds it, and gives it back', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/admin/users');
  await enter(page, button(page, 'Menu'));
  const drawer = page.getByRole('dialog', { name: 'Admin Panel' });
  await expectTrapped(page, drawer);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(button(page, 'Menu')).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, drawer.getByRole('link', { name: /^Payments/ }));
  await expect(page).toHaveURL(/\/admin\/payments$/);
  await expect(drawer).toHaveCount(0);
  await expect(main(page)).toBeFocused();
});

test('the focus is seen at every stop of an admin screen, on a phone and on a desktop', async ({
  page,
  stack,
}) => {
  await arriveAsAdmin(page, stack);
  for (const path of ['/admin/dashboard', '/admin/users', '/admin/payments', '/admin/audit']) {
    for (const width of [320, 1280]) {
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 640 });
        await page.goto(path);
        await expect(page.locator('[role=status]', { hasText: 'Loading' })).toHaveCount(0);
        for (let presses = 0; presses < 45; presses += 1) {
          await page.keyboard.press('Tab');
          if (await page.evaluate('document.activeElement === document.body')) break;
          await expectFocusShown(page);
        }
      });
    }
  }
});
