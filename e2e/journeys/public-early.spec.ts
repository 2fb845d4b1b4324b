import { brand } from 'contract/brand';
import { sendSignUp, somebody } from '../support/people.ts';
import { live, sectionIsBelowHeader } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';

const { portfolio } = brand.products;

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is whole: menus, sections, prices, questions and links', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Products' }).click();
    await page.locator('#products-menu').getByRole('link', { name: portfolio.name }).click();
    await expect(page).toHaveURL('/#portfolio');
    await expect(page.locator('#portfolio')).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(page.getByText('Save £50 per year')).toBeVisible();
    await expect(page.getByText('£24.99')).toBeHidden();
    await page.getByText('How do I cancel?').click();
    await expect(page.getByText('Open My Subscriptions and choose Cancel.')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('an unknown address says so, with ways on', async ({ page }) => {
    const answer = await page.goto('/nowhere');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('while the scripts are still on their way', () => {
  test('a hash leads to its section and a chosen plan is kept', async ({ page }) => {
    await page.route('**/assets/*.js', () => {});
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await sectionIsBelowHeader(page, 'pricing');
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await page.getByRole('article', { name: portfolio.name }).getByRole('link').click();
    await expect(page).toHaveURL(/\/login\?returnUrl=/);
    const chosen = await page.evaluate("localStorage.getItem('selected_plan')");
    expect(JSON.parse(String(chosen))).toEqual({ name: portfolio.name, isYearly: true });
  });

  test('what is typed and sent early arrives once React runs', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByLabel('Email').fill('user@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('Demo-1234!');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    release();
    await expect(page).toHaveURL(/\/user\//);
  });

  for (const press of ['click', 'keyboard'] as const) {
    test(`a button that was pressed by ${press} does its work once, when React runs`, async ({
      page,
    }) => {
      const gate = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.goto('/login');
      await page.evaluate(`
        globalThis.types = [];
        new MutationObserver((changes) => {
          for (const { oldValue, target } of changes) {
            if (target.type !== oldValue) types.push(target.type);
          }
        }).observe(document.querySelector('[name=password]'), {
          attributeFilter: ['type'],
          attributeOldValue: true,
        });
      `);
      const button = page.getByRole('button', { name: 'Show password' });
      if (press === 'click') await button.click();
      else await button.press('Enter');
      await expect(button).toBeVisible();
      gate.resolve();
      await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
      await page.getByRole('button', { name: 'Hide password' }).click();
      await expect(button).toBeVisible();
      expect(await page.evaluate('types')).toEqual(['text', 'password']);
    });
  }

  test('a form that was sent twice, out of impatience, is sent once', async ({ page }) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/register')) sent += 1;
    });
    await page.goto('/signup');
    await sendSignUp(page, somebody());
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    gate.resolve();
    await expect(page).toHaveURL('/login');
    expect(sent).toBe(1);
  });
});

test('the pages ask nobody else for anything and set no cookie', async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const path of ['/', '/nowhere', '/login', '/signup']) await live(page, path);
  expect(asked.filter((url) => !url.startsWith(baseURL))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('the page tells search engines and friends what it is', async ({ page, request }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(`Software for clinicians · ${brand.company}`);
  const content = (name: string) => page.locator(`meta[property="og:${name}"]`);
  await expect(content('url')).toHaveAttribute('content', `${brand.origin}/`);
  await expect(content('image')).toHaveAttribute('content', `${brand.origin}/share.png`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${brand.origin}/`);
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(JSON.stringify(data)).toContain('"price":"24.99","priceCurrency":"GBP"');
  for (const file of ['share.png', 'icon-512.png', 'favicon.svg', 'site.webmanifest']) {
    expect((await request.get(`/${file}`)).status(), file).toBe(200);
  }
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`${brand.origin}/services`);
  expect(await (await request.get('/robots.txt')).text()).toContain(`${brand.origin}/sitemap.xml`);
});
