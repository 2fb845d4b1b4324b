import { expectAccessibleHere } from '../support/checks.ts';
import { mailsTo } from '../support/mails.ts';
import { choose, logIn, payWith, somebody } from '../support/people.ts';
import { arriveAsAdmin } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test('an admin creates a user, who sets a password with the mailed link, subscribes, and is seen, changed and deleted', async ({
  page,
  browser,
  stack,
}) => {
  const person = somebody({ firstName: 'Ottoline', lastName: 'Quayle' });
  const name = 'Ottoline Quayle';
  await arriveAsAdmin(page, stack);

  await test.step('the form says what is wrong, and keeps what was typed', async () => {
    await page.goto('/admin/users');
    await page.getByRole('link', { name: 'Create user' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(page.getByText('First name is required')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expectAccessibleHere(page, [320]);
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill('user@demo.test');
    await page.getByRole('button', { name: 'Create user' }).click();
    const form = page.getByRole('form', { name: 'Create user' });
    await expect(form.getByText('An account with this email already exists.')).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(
      page.getByText(`User created. A link to set the password was sent to ${person.email}`),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('The user has never subscribed.')).toBeVisible();
  });

  await test.step('the link of the mail sets the password, and the user logs in', async () => {
    const [mail] = await mailsTo(stack, person.email, 'Your account at Fernlea Health');
    const link = /https?:\/\/\S+resetKey=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage();
    await theirs.goto(link);
    await theirs.getByLabel('New password', { exact: true }).fill('Retina-2026!');
    await theirs.getByLabel('Confirm password', { exact: true }).fill('Retina-2026!');
    await theirs
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await expect(theirs).toHaveURL(/\/login/);
    await logIn(theirs, { email: person.email, password: 'Retina-2026!' });
    await choose(theirs, 'Cataract Connect', 'Monthly');
    await payWith(theirs, '4242 4242 4242 4242');
    await expect(theirs).toHaveURL(/\/user\/subscriptions$/);
    await theirs.context().close();
  });

  await test.step('the page of the user says why there is access, and by which rule', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Has access' })).toBeVisible();
    await expect(page.getByText(/^Cataract Connect is on trial until \d/)).toBeVisible();
    const step = page
      .getByRole('listitem')
      .filter({ hasText: 'Trial of Cataract Connect started' });
    await expect(step).toContainText('A trial gives access until it ends');
    await expectAccessibleHere(page, [320, 1280]);
    await page.getByRole('link', { name: 'View all subscriptions' }).click();
    await expect(page.getByRole('button', { name: /^Of Ottoline Quayle/ })).toBeVisible();
    await expect(page.getByText('1 subscription', { exact: true })).toBeVisible();
    await page.goBack();
  });

  await test.step('details are edited, the role is given and taken', async () => {
    await page.getByRole('link', { name: 'Edit details' }).click();
    await page.getByLabel('Last name').fill('Quayle-Reid');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { name: 'Ottoline Quayle-Reid' })).toBeVisible();
    await page.getByRole('button', { name: 'Make admin' }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Admins see every user, subscription and payment');
    await expectAccessibleHere(page, [320]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Make admin' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Make user' })).toBeFocused();
    await page.getByRole('button', { name: 'Make user' }).click();
    await dialog.getByRole('button', { name: 'Make user' }).click();
    await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible();
  });

  await test.step('a refusal is told, and changes nothing', async () => {
    const path = new URL(page.url()).pathname;
    const message = 'The last admin cannot be deactivated.';
    await page.route(`**/api${path}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { success: false, message, error: message } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('the deletion says what it does, can be left, and is done', async () => {
    const dialog = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expect(dialog).toContainText('Subscriptions end at once.');
    await expect(dialog).toContainText('This cannot be undone.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete user' })).toBeFocused();
    await page.keyboard.press('Enter');
    const gone = page.url();
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(page.getByText('User deleted')).toBeVisible();
    await page.goto(gone);
    await expect(page.getByRole('alert')).toContainText('Resource not found');
  });

  await test.step('the page of a deleted user leads to what is kept, and back', async () => {
    const gone = page.url();
    await expectAccessibleHere(page, [320, 1280]);
    await page.getByRole('alert').getByRole('link', { name: 'Subscriptions' }).click();
    await expect(page.getByText('1 subscription', { exact: true })).toBeVisible();
    const row = page.getByRole('row', { name: /Deleted user/ });
    await expect(row).toContainText('Account deleted');
    await expect(row).not.toContainText('.invalid');
    await row.getByRole('link', { name: 'Deleted user' }).click();
    await expect(page).toHaveURL(gone);
    await page.getByRole('alert').getByRole('link', { name: 'Payments' }).click();
    await expect(page).toHaveURL(/\/admin\/payments\?user=/);
    await page.goto('/admin/audit?action=user.deleted');
    const deletion = page.getByRole('row', { name: /User deleted/ }).first();
    // Whom it was done to is told by name; the id is behind it.
    const target = deletion.getByRole('link', { name: 'Deleted user' });
    await expect(target).toHaveAttribute('href', new URL(gone).pathname);
    await expect(deletion.getByTitle(gone.split('/').at(-1) ?? '')).toHaveCount(1);
  });
});
