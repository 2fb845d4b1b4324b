import { expectAccessibleHere, expectKeyboardReachesAll } from '../support/checks.ts';
import { expect, test } from '../support/test.ts';

const form = 'https://forms.fernlea-health.example/project-assistant';
const mail = 'mailto:support@fernlea-health.example';
const phone = 'tel:+442079460857';
const chat = /^https:\/\/chat\.fernlea-health\.example\/support\?text=Hello/;

const titles = {
  '/services': 'Virtual Project Assistant',
  '/about-us': 'Less paperwork between clinicians and their patients.',
  '/accessibility': 'Accessibility',
};

/** Every link of the main part, in its order: name, address, and whether it opens a new tab. */
const links = {
  '/services': [
    ['Get Started', form, 'new tab'],
    ['See what we take on', '/services#what-we-do', 'here'],
    ['Get Started', form, 'new tab'],
    ['support@fernlea-health.example', mail, 'here'],
  ],
  '/about-us': [
    ['Visit Portfolio Builder', 'https://portfolio.fernlea-health.example', 'new tab'],
    ['Visit Cataract Connect', 'https://cataract.fernlea-health.example', 'new tab'],
    ['See our services', '/services', 'here'],
    ['Read the privacy policy', '/privacy', 'here'],
    ['support@fernlea-health.example', mail, 'here'],
    ['020 7946 0857', phone, 'here'],
    ['Start a chat', chat, 'new tab'],
  ],
  '/accessibility': [
    ['support@fernlea-health.example', mail, 'here'],
    ['020 7946 0857', phone, 'here'],
    ['equalityadvisoryservice.com', 'https://www.equalityadvisoryservice.com/', 'here'],
  ],
} as const;

const paths = ['/services', '/about-us', '/accessibility'] as const;

for (const path of paths) {
  test(`${path} is accessible at every width and by keyboard, and every link has its address: other sites open beside`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[path]);
    await expectKeyboardReachesAll(page);
    await expectAccessibleHere(page);
    const found = page.locator('main a');
    await expect(found).toHaveCount(links[path].length);
    for (const [index, [name, href, where]] of links[path].entries()) {
      const link = found.nth(index);
      await expect(link).toContainText(name);
      await expect(link).toHaveAttribute('href', href);
      if (where === 'here') {
        await expect(link).not.toHaveAttribute('target', '_blank');
      } else {
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noopener/);
        await expect(link).toContainText('(opens in a new tab)');
      }
    }
  });
}

test('the pages are whole with scripts off, and ask nobody else for anything', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) elsewhere.push(request.url());
  });
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[path]);
    await expect(page.locator('main a')).toHaveCount(links[path].length);
    await expect(page.locator('main').getByRole('heading', { level: 2 }).last()).toBeVisible();
  }
  expect(elsewhere).toEqual([]);
  await context.close();
});

test('the services page shows four values, six kinds of project and the way in', async ({
  page,
  context,
}) => {
  // The form is another company's site, which no test asks for anything.
  await context.route(`${form}**`, (route) => route.fulfill({ body: 'the form' }));
  await page.goto('/services');
  const cards = (name: string) =>
    page.getByRole('region', { name }).locator('ul').first().locator('> li');
  await expect(cards('Why clinicians hand it over')).toHaveCount(4);
  await expect(cards('What we can take on').getByRole('heading')).toHaveText([
    'Presentations',
    'Audit reports',
    'Quality-improvement write-ups',
    'Scientific posters',
    'Portfolio organisation',
    'Custom projects',
  ]);
  const start = page.getByRole('link', { name: 'Get Started' });
  for (const open of [() => start.first().click(), () => start.last().press('Enter')]) {
    const opened = page.waitForEvent('popup');
    await open();
    await expect(await opened).toHaveURL(form);
  }
  await page.getByRole('link', { name: 'See what we take on' }).click();
  await expect(page.getByRole('heading', { name: 'What we can take on' })).toBeInViewport();
});

test('the about page says what the company is and its mission, and leads on', async ({ page }) => {
  await page.goto('/about-us');
  await expect(page.getByText('is a health-tech company')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Our mission' })).toContainText('administration');
  await expect(page.locator('#main').getByText('14 Larch Row, Bristol')).toBeVisible();
  await page.getByRole('link', { name: 'See our services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Read the privacy policy' }).press('Enter');
  await expect(page).toHaveURL(/\/privacy$/);
});

test('the accessibility statement says what is met, how it is tested, what is not met and whom to tell', async ({
  page,
}) => {
  await page.goto('/accessibility');
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveText([
    'What we aim for',
    'How it is tested',
    'What does not meet it yet',
    'Tell us what does not work',
  ]);
  await expect(page.locator('#standard')).toContainText('WCAG) 2.2 at level AA');
  expect(await page.locator('#exceptions li').count()).toBeGreaterThan(3);
  await expect(page.locator('main time')).toHaveText(/^\d+ \w+ 20\d\d$/);
});
