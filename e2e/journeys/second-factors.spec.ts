import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asAdmin } from '../support/as-admin.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { expectAccessibleHere } from '../support/checks.ts';
import { answer, enter, expectTrapped, tabTo } from '../support/keyboard.ts';
import { mailsTo } from '../support/mails.ts';
import type { Person } from '../support/people.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { codeOf } from '../support/totp.ts';

const desktop = { width: 1280, height: 800 };

/** Looks at a screen at every width, and goes on at a desktop's. */
async function look(page: Page): Promise<void> {
  await expectAccessibleHere(page);
  await page.setViewportSize(desktop);
}

const section = (page: Page) => page.locator('section').filter({ hasText: 'Two-step login' });

async function signOut(page: Page, { firstName }: Person): Promise<void> {
  await page.getByRole('button', { name: firstName }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
}

/** Whether the field of the code has the focus as soon as it is there: later it would take it from somebody. */
const watchForCode = `
  globalThis.hasFocusAtOnce = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector('[name=code]');
      if (!field) return;
      observer.disconnect();
      resolve(document.activeElement === field);
    }).observe(document, { childList: true, subtree: true });
  });
  0`;

/** Leaves by the menu, and gives the password again. */
async function beginAnew(page: Page, person: Person): Promise<void> {
  await signOut(page, person);
  await page.goto('/login');
  await page.evaluate(watchForCode);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await page.evaluate('hasFocusAtOnce')).toBe(true);
}

/** Has the server want a proof for the next call to such an address, as long after a login. */
async function wantProof(page: Page, address: string): Promise<void> {
  const words = 'Nothing was done: please confirm first that it is you.';
  const refusal = { success: false, message: words, error: words, error_code: 'proof_needed' };
  await page.route(
    address,
    (route) => route.fulfill({ status: 403, json: { ...refusal, data: null } }),
    { times: 1 },
  );
}

test('an app is set up, logs in beside the password, and so does a recovery code', async ({
  page,
  stack,
}) => {
  const { person } = await arrive(page, stack);
  const steps = page.getByRole('list', { name: 'Set up an authenticator app' });
  let secret = '';
  let codes: string[] = [];

  await test.step('an app is set up in three steps, by keyboard alone', async () => {
    await page.setViewportSize(desktop);
    await page.goto('/user/account');
    await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
    await enter(page, page.getByRole('button', { name: 'Set up two-step login' }));
    await expect(steps).toBeFocused();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await look(page);
    secret = ((await section(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
    await tabTo(page, page.getByLabel('Code', { exact: true }));
    await page.keyboard.type(codeOf(secret, 50));
    await page.keyboard.press('Enter');
    await expect(section(page).getByRole('alert')).toContainText('This code is not right.');
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Put your recovery codes away')).toBeVisible();
    await look(page);
    codes = await steps.locator('ul li').allTextContents();
    expect(codes).toHaveLength(10);
    const download = page.waitForEvent('download');
    await enter(page, page.getByRole('button', { name: 'Save' }));
    const saved = await readFile(await (await download).path(), 'utf8');
    for (const code of codes) expect(saved).toContain(code);
    await enter(page, page.getByRole('button', { name: 'I have kept them' }));
    await expect(section(page).getByText('On', { exact: true })).toBeVisible();
    await mailsTo(stack, person.email, 'Your two-step login was changed');
  });

  await test.step('the login asks for a code of the app', async () => {
    await beginAnew(page, person);
    await look(page);
    await expect(page.getByLabel(/^Code from/)).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.locator('main').getByRole('alert')).toContainText('This code is not right.');
    await page.getByLabel(/^Code from/).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/user/subscriptions/plans');
  });

  await test.step('or for a recovery code', async () => {
    await beginAnew(page, person);
    await enter(page, page.getByRole('button', { name: 'Use a recovery code instead' }));
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.type(codes[3] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/user/subscriptions/plans');
    await mailsTo(stack, person.email, 'A recovery code was used to log in');
    await page.goto('/user/account');
    await expect(section(page).getByText('9 codes are left')).toBeVisible();
  });
});

test('a passkey is set up, logs in beside the password and alone, and proves who is there', async ({
  page,
  stack,
}) => {
  const { person } = await arrive(page, stack);
  await addAuthenticator(page);

  await test.step('it is made by the browser, and brings recovery codes', async () => {
    await page.setViewportSize(desktop);
    await page.goto('/user/account');
    await enter(page, page.getByRole('button', { name: 'Add a passkey' }));
    await expect(page.getByText('Passkey added')).toBeVisible();
    await expect(section(page).getByText('Passkey', { exact: true })).toBeVisible();
    await expect(section(page).getByText('10 codes are left')).toBeVisible();
    await look(page);
    await enter(page, page.getByRole('button', { name: 'I have kept them' }));
    await mailsTo(stack, person.email, 'Your two-step login was changed');
  });

  await test.step('after the password it is asked for, where the browser does not offer it by itself', async () => {
    const offers = '**/api/login/passkey/options';
    await page.route(offers, (route) =>
      route.request().postDataJSON()?.token ? route.continue() : route.abort(),
    );
    await beginAnew(page, person);
    await enter(page, page.getByRole('button', { name: 'Use a passkey instead' }));
    await expect(page).toHaveURL('/user/subscriptions/plans');
    await page.unroute(offers);
  });

  await test.step('alone, the browser offers it where the email is typed', async () => {
    await signOut(page, person);
    const asked = page.waitForRequest('**/api/login/passkey/options');
    await page.goto('/login');
    expect((await asked).postDataJSON()).toEqual({});
    await expect(page).toHaveURL('/user/subscriptions/plans');
  });

  await test.step('long after the login it proves who is there', async () => {
    await page.goto('/user/account');
    await expect(section(page).getByText('10 codes are left')).toBeVisible();
    await wantProof(page, '**/api/user/second-factors/recovery-codes');
    await enter(page, page.getByRole('button', { name: 'New codes' }));
    await answer(page, page.getByRole('alertdialog', { name: /^Make new/ }), 'Make new codes');
    const proof = page.getByRole('alertdialog', { name: 'Confirm that it is you' });
    await expect(proof.getByRole('button', { name: 'Use a passkey instead' })).toBeVisible();
    await look(page);
    const proved = page.waitForResponse('**/api/user/proof');
    await answer(page, proof, 'Use a passkey instead');
    expect((await proved).status()).toBe(200);
    await expect(page.getByText('Put these in the place of those before')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('or the password, and the last one is taken away', async () => {
    await wantProof(page, '**/api/user/second-factors/*');
    await enter(page, page.getByRole('button', { name: 'Remove' }));
    await answer(page, page.getByRole('alertdialog', { name: /^Remove this/ }), 'Remove');
    const proof = page.getByRole('alertdialog', { name: 'Confirm that it is you' });
    await expect(proof).toBeVisible();
    await expectTrapped(page, proof);
    await proof.getByLabel('Your password').fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Passkey removed')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  });
});

test('a new admin sets it up before the first admin page, as in production', async ({
  page,
  stack,
}) => {
  const { person, token } = await arrive(page, stack);
  const call = await asAdmin(stack);
  const { data } = (await call('GET', `/admin/users?search=${person.email}`)) as {
    data: { users: { id: string }[] };
  };
  await call('PUT', `/admin/users/${data.users[0]?.id}`, { role: 'admin' });

  await page.setViewportSize(desktop);
  await page.goto('/admin/users');
  await expect(page).toHaveURL('/user/account');
  await expect(page.getByText('Set up two-step login first')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1);
  await look(page);
  const headers = { authorization: `Bearer ${token}` };
  const refused = await page.request.get('/api/admin/users', { headers });
  expect([refused.status(), (await refused.json()).error_code]).toEqual([
    ...[403, 'second_factor_needed'],
  ]);

  await page.getByRole('button', { name: 'Set up two-step login' }).click();
  const secret = ((await section(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Set up two-step login first')).toHaveCount(0);
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
});
