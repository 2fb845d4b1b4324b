import { brand, particulars } from 'contract/brand';
import { expectAccessibleHere, violationsOn } from '../support/checks.ts';
import { goHome, live, sectionIsBelowHeader } from '../support/public-site.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const { portfolio, cataract } = brand.products;

const toSections = [
  { name: `Explore ${portfolio.name}`, id: 'portfolio' },
  { name: `Explore ${cataract.name}`, id: 'cataract' },
  { name: 'Choose a plan', id: 'pricing' },
] as const;

const abroad = [
  { name: `Visit ${portfolio.name}`, address: portfolio.site },
  { name: `Visit ${cataract.name}`, address: cataract.site },
  { name: 'Chat with us', address: brand.chatUrl },
];

for (const { name, id } of toSections) {
  test(`'${name}' scrolls to its section, by mouse and by keyboard`, async ({ page }) => {
    await goHome(page);
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/#${id}`);
    await sectionIsBelowHeader(page, id);
    await goHome(page);
    await page.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await sectionIsBelowHeader(page, id);
  });
}

test('links that leave the site have the addresses of the brand', async ({ page }) => {
  await goHome(page);
  for (const { name, address } of abroad) {
    const link = page.getByRole('link', { name: new RegExp(`^${name}`) });
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  expect(new URL(brand.chatUrl).searchParams.get('text')).toContain(brand.company);
  const mails = page.getByRole('link', { name: brand.supportEmail });
  await expect(mails).toHaveCount(2);
  for (const mail of await mails.all()) {
    await expect(mail).toHaveAttribute('href', `mailto:${brand.supportEmail}`);
  }
  await expect(page.getByRole('link', { name: brand.phone.shown })).toHaveAttribute(
    'href',
    brand.phone.href,
  );
});

test('the header leads to sections and pages, from home and from elsewhere', async ({ page }) => {
  const header = page.getByRole('banner');
  for (const start of ['/', '/nowhere']) {
    for (const [name, id] of [
      [portfolio.name, 'portfolio'],
      [cataract.name, 'cataract'],
    ] as const) {
      await live(page, start);
      await header.getByRole('button', { name: 'Products' }).click();
      await header.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`/#${id}`);
      await sectionIsBelowHeader(page, id);
      await expect(page.locator('#products-menu')).toBeHidden();
    }
    await live(page, start);
    await header.getByRole('link', { name: 'Pricing' }).click();
    await sectionIsBelowHeader(page, 'pricing');
    await live(page, start);
    for (const [name, path] of [
      ['Services', '/services'],
      ['About Us', '/about-us'],
      ['Login', '/login'],
      ['Sign Up', '/signup'],
    ] as const) {
      // Where a click on it leads is followed in `public-links.spec.ts`.
      const link = header.getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('href', path);
    }
    await header.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact')).toBeInViewport();
  }
});

test('the logo scrolls to the top at home, and leads home from elsewhere', async ({ page }) => {
  await live(page, '/#pricing');
  const logo = page.getByRole('banner').getByRole('link', { name: brand.company });
  await sectionIsBelowHeader(page, 'pricing');
  await logo.click();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await live(page, '/nowhere');
  await logo.click();
  await expect(page).toHaveURL('/');
});

test('going to another page starts at its top, and going back returns to the place', async ({
  page,
}) => {
  await goHome(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About Us' });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate('scrollY');
  await link.click();
  await expect(page).toHaveURL('/about-us');
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate('scrollY')).toBe(before);
});

test('going back to a hash that cannot be read shows the page', async ({ page }) => {
  await live(page, '/#%');
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? 'no title';
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about-us');
  await page.goBack();
  await expect(page).toHaveURL('/#%');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('the footer leads to every section and document it names', async ({ page }) => {
  await goHome(page);
  const footer = page.getByRole('contentinfo');
  for (const line of particulars()) await expect(footer).toContainText(line);
  const addresses = {
    Features: '/#features',
    [portfolio.name]: '/#portfolio',
    [cataract.name]: '/#cataract',
    Pricing: '/#pricing',
    'Contact Support': '/#contact',
    'About Us': '/about-us',
    [brand.assistant.name]: '/services',
    'Privacy Policy': '/privacy',
    'Terms of Service': '/privacy#terms-of-service',
    'Cookie Policy': '/privacy#cookie-policy',
    'Acceptable Use': '/privacy#acceptable-use',
    Accessibility: '/accessibility',
  };
  for (const [name, address] of Object.entries(addresses)) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
  await footer.getByRole('link', { name: 'Features' }).click();
  await sectionIsBelowHeader(page, 'features');
});

test('a menu closes on a click beside it, on Escape, and when the keyboard leaves it', async ({
  page,
}) => {
  await goHome(page);
  const button = page.getByRole('button', { name: 'Products' });
  const menu = page.locator('#products-menu');
  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(700, 700);
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toBeFocused();
  await expect(menu).toBeHidden();
});

test('on a phone one menu holds all of the header', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await goHome(page);
  const menu = page.locator('#site-menu');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const name of [
    portfolio.name,
    cataract.name,
    'Pricing',
    'Services',
    'About Us',
    'Contact',
  ]) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(menu.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  expect(await violationsOn(page)).toEqual([]);
  await menu.getByRole('link', { name: cataract.name }).click();
  await expect(menu).toBeHidden();
  await sectionIsBelowHeader(page, 'cataract');
});

test('on a phone the links of the footer stand in two columns', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await goHome(page);
  const place = async (name: string) =>
    (await page.getByRole('contentinfo').getByRole('navigation', { name }).boundingBox()) ??
    Promise.reject(new Error(`no ${name}`));
  const [product, company] = [await place('Product'), await place('Company')];
  expect(company.y).toBe(product.y);
  expect(company.x).toBeGreaterThan(product.x + product.width);
});

test('the home page and an unknown one have no fault for axe, and nothing beside the page at any width', async ({
  page,
}) => {
  for (const path of ['/', '/nowhere']) {
    await live(page, path);
    await expectAccessibleHere(page);
  }
});
