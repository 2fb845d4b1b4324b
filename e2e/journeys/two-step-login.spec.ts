import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleHere } from '../support/checks.ts';
import { answer, enter, expectTrapped, tabTo } from '../support/keyboard.ts';
import { mailsTo } from '../support/mails.ts';
import type { Person } from '../support/people.ts';
import { arrive } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { codeOf } from '../support/totp.ts';

const desktop = { width: 1280, height: 800 };

const shot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(desktop);
};

/** Has the browser answer as a phone with a finger on it does. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** Leaves by the menu, and gives the password again. */
async function beginAnew(page: Page, { firstName, email, password }: Person): Promise<void> {
  await page.getByRole('button', { name: firstName }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

test('two-step login is set up, logs in by app and by recovery code, and is taken away', async ({
  page,
  stack,
}) => {
  const { person } = await arrive(page, stack);
  const section = page.locator('section').filter({ hasText: 'Two-step login' });
  const steps = page.getByRole('list', { name: 'Set up an authenticator app' });
  let secret = '';
  let codes: string[] = [];

  await test.step('an app is set up in three steps, by keyboard alone', async () => {
    await page.setViewportSize(desktop);
    await page.goto('/user/account');
    await expect(section.getByText('Off', { exact: true })).toBeVisible();
    await shot(page, 'off');
    await enter(page, page.getByRole('button', { name: 'Set up two-step login' }));
    await expect(steps).toBeFocused();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await shot(page, 'set-up');
    await expectAccessibleHere(page);
    await page.setViewportSize(desktop);
    secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await tabTo(page, page.getByLabel('Code', { exact: true }));
    await page.keyboard.type(codeOf(secret, 50));
    await page.keyboard.press('Enter');
    await expect(section.getByRole('alert')).toContainText('This code is not right.');
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Put your recovery codes away')).toBeVisible();
    await shot(page, 'codes');
    await expectAccessibleHere(page);
    await page.setViewportSize(desktop);
    codes = await steps.locator('ul li').allTextContents();
    expect(codes).toHaveLength(10);
    const download = page.waitForEvent('download');
    await enter(page, page.getByRole('button', { name: 'Save' }));
    const saved = await readFile(await (await download).path(), 'utf8');
    for (const code of codes) expect(saved).toContain(code);
    await enter(page, page.getByRole('button', { name: 'I have kept them' }));
    await expect(section.getByText('On', { exact: true })).toBeVisible();
    await shot(page, 'on');
    await mailsTo(stack, person.email, 'Your two-step login was changed');
  });

  await test.step('the login asks for a code of the app', async () => {
    await beginAnew(page, person);
    await shot(page, 'second-step');
    await expectAccessibleHere(page);
    await page.setViewportSize(desktop);
    await expect(page.getByLabel(/^Code from/)).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.locator('main').getByRole('alert')).toContainText('This code is not right.');
    await shot(page, 'second-step-wrong');
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
  });

  await test.step('a passkey is added, and logs in at the second step', async () => {
    await addAuthenticator(page);
    await page.goto('/user/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Passkey added')).toBeVisible();
    await expect(section.getByText('9 codes are left')).toBeVisible();
    await shot(page, 'passkey');
    await expectAccessibleHere(page);
    await page.setViewportSize(desktop);
    await beginAnew(page, person);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await expect(page).toHaveURL('/user/subscriptions/plans');
  });

  await test.step('and alone, where the browser offers it', async () => {
    await page.getByRole('button', { name: person.firstName }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/login');
    await expect(page).toHaveURL('/user/subscriptions/plans');
  });

  await test.step('long after the login the password is asked for over the question', async () => {
    await page.goto('/user/account');
    await expect(section.getByText('9 codes are left')).toBeVisible();
    const words = 'Nothing was done: please confirm first that it is you.';
    const refusal = { success: false, message: words, error: words, error_code: 'proof_needed' };
    await page.route(
      '**/api/user/second-factors/*',
      (route) => route.fulfill({ status: 403, json: { ...refusal, data: null } }),
      { times: 1 },
    );
    await enter(page, page.getByRole('button', { name: 'Remove' }).first());
    await answer(page, page.getByRole('alertdialog', { name: /^Remove this/ }), 'Remove');
    const proof = page.getByRole('alertdialog', { name: 'Confirm that it is you' });
    await expect(proof).toBeVisible();
    await expectTrapped(page, proof);
    await shot(page, 'proof');
    await expectAccessibleHere(page);
    await page.setViewportSize(desktop);
    await proof.getByLabel('Your password').fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Authenticator app removed')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(section.getByText('Authenticator app')).toBeHidden();
    await expect(section.getByText('Passkey', { exact: true })).toBeVisible();
  });
});
