import { storageKeys } from 'contract/storage';
import { addAuthenticator } from '../support/authenticator.ts';
import { expectAccessibleHere, expectKeyboardReachesAll } from '../support/checks.ts';
import { choose, logIn, signUp, somebody } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const addresses = ['/privacy', '/privacy-policy', '/terms'];
const documents = {
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  'cookie-policy': 'Cookie Policy',
  'acceptable-use': 'Acceptable Use Policy',
};

/** What the page is to say, and where (product P40 to P42). */
const facts = {
  'privacy-policy': [
    'stored in the United Kingdom or the European Union (UK/EU)',
    'Inactive accounts may be deleted after 5 years',
    'Information Commissioner',
    'argon2id',
    'Six years',
  ],
  'terms-of-service': [
    'You must be 18 or over and a practising healthcare professional',
    'Inactive accounts may be deleted after 5 years',
    'capped at the subscription fees you paid in the last 3 months',
    'The law of England and Wales governs these terms',
    'If you cancel during the trial, you are charged nothing',
    'within 14 days',
    '£24.99',
    '£350.00',
  ],
  'cookie-policy': ['sets no cookies at all', 'Non-essential cookies need consent'],
  'acceptable-use': ['Do not share your account', 'identify a patient', 'written permission'],
};

for (const address of addresses) {
  test(`${address} states every fact with scripts off, under its anchors`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    await page.goto(address);
    await expect(page).toHaveTitle(/^Portfolio Builder/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Portfolio Builder');
    await expect(page.getByText('Effective date: 25 August 2025')).toBeVisible();
    await expect(page.getByText(/^Last changed: \d+ \w+ \d{4}$/)).toBeVisible();
    for (const [anchor, texts] of Object.entries(facts)) {
      for (const text of texts) await expect(page.locator(`#${anchor}`)).toContainText(text);
    }
    await context.close();
  });
}

test('the contents lead to each document, by mouse and by keyboard, clear of the header', async ({
  page,
}) => {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/terms');
    for (const [anchor, name] of Object.entries(documents)) {
      const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name });
      const title = page.getByRole('heading', { name, level: 2 });
      for (const follow of [() => link.click(), () => link.press('Enter')]) {
        await page.evaluate(
          "history.replaceState(null, '', '/terms'); scrollTo(0, document.body.scrollHeight)",
        );
        await expect(title).not.toBeInViewport();
        await follow();
        await expect(page).toHaveURL(`/terms#${anchor}`);
        await expect(title).toBeInViewport();
        await expect
          .poll(async () => (await title.boundingBox())?.y ?? 0)
          .toBeGreaterThan(width < 1024 ? 64 : 80);
      }
    }
  }
});

test('/terms opens at the terms, and at another section where the address names one', async ({
  page,
}) => {
  const title = (name: string) => page.getByRole('heading', { name, level: 2 });
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [address, name] of [
      ['/terms', 'Terms of Service'],
      ['/terms/', 'Terms of Service'],
      ['/terms#cookie-policy', 'Cookie Policy'],
    ] as const) {
      await page.goto('/about-us');
      await page.goto(address);
      await expect(title(name)).toBeInViewport();
      const { y = 0 } = (await title(name).boundingBox()) ?? {};
      expect(y).toBeGreaterThan(64);
      expect(y).toBeLessThan(300);
    }
    // It has left no entry of its own.
    await page.goBack();
    await expect(page).toHaveURL('/about-us');
  }
  await page.goto('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('every link within the page finds its target', async ({ page }) => {
  await page.goto('/privacy');
  const hrefs = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main a[href^="#"]')].map((link) => link.getAttribute('href'))`,
  );
  expect(hrefs.length).toBeGreaterThan(30);
  for (const href of new Set(hrefs)) await expect(page.locator(href)).toHaveCount(1);
});

test('the contents follow the reader on a wide screen', async ({ page }) => {
  await page.goto('/privacy#cookie-policy');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeInViewport();
  await expect(contents.locator('[aria-current]')).toHaveText('Cookie Policy');
});

test('the page is accessible at every width, and by keyboard', async ({ page }) => {
  await page.goto('/privacy');
  await expectKeyboardReachesAll(page);
  await expectAccessibleHere(page);
});

test('on paper there is the text alone', async ({ page }) => {
  await page.goto('/terms');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 2 })).toBeVisible();
});

test('the cookie policy is true: no cookie, and what it names is stored, and nothing else', async ({
  page,
  context,
  stack,
}) => {
  const seen = new Map<string, string>();
  // What is kept for a moment, too.
  const note = (key: string, value: string) =>
    void seen.set(key, `${seen.get(key) ?? ''} ${value}`);
  await page.exposeFunction('noteItem', note);
  await page.addInitScript(`{
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      noteItem(key, String(value));
      setItem.call(this, key, value);
    };
  }`);

  const person = somebody();
  await page.goto('/');
  await page
    .getByRole('link', { name: /free trial/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
  await signUp(page, person);
  await logIn(page, person);
  await addAuthenticator(page);
  await page.goto('/user/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await choose(page, 'Cataract Connect', 'Monthly');
  await page.goto('/services');
  await page.getByRole('button', { name: /Priya Nair/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await page.goto('/privacy');

  expect(await context.cookies(stack.url)).toEqual([]);
  const policy = page.locator('#cookie-policy');
  await expect(policy).toContainText('Nothing else is kept in your browser');
  const named = await policy.getByRole('rowheader').or(policy.locator('td code')).allTextContents();
  // What staff keep while they help somebody is looked at where they do.
  expect([...seen.keys(), storageKeys.view].sort()).toEqual(named.sort());
  expect([...seen.values()].filter((value) => value.includes(person.password))).toEqual([]);
  const left = await page.evaluate<string[]>(
    '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
  );
  for (const key of left) expect(named).toContain(key);
});
