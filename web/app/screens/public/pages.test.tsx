import { brand } from 'contract/brand';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { documents, publicPages } from '../../lib/public-pages.ts';
import { texts } from '../../testing/screen.ts';
import { PublicPage } from './pages.tsx';

/** The public pages as the build writes them, by their addresses. */
const pages = new Map(documents.map((address) => [address as string, write(address)]));

function write(address: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <PublicPage />
    </MemoryRouter>,
  );
  return template.content;
}

test.each(documents)(
  'each link of %s leads to a page, a place in one, or out of the site',
  (address) => {
    const links = [...(pages.get(address)?.querySelectorAll('a') ?? [])];
    expect(links.length).toBeGreaterThan(30);
    for (const to of new Set(links.map((link) => link.getAttribute('href') ?? ''))) {
      if (/^(https:\/\/\S+|mailto:\S+@\S+|tel:\+\d+)$/.test(to)) continue;
      const { pathname, hash } = new URL(to, `https://site.test${address}`);
      expect([...publicPages, '/user/subscriptions/plans'], to).toContain(pathname);
      if (hash) expect(pages.get(pathname)?.querySelector(hash), to).not.toBeNull();
    }
  },
);

test('the sites of the products and the chat open in a new tab, and their links say so', () => {
  const { portfolio, cataract } = brand.products;
  const abroad = [portfolio.site, cataract.site, brand.chatUrl];
  for (const address of ['/', '/about-us']) {
    const links = [...(pages.get(address)?.querySelectorAll('a') ?? [])];
    for (const to of abroad) {
      expect(to).toMatch(/^https:\/\//);
      const [link] = links.filter((each) => each.getAttribute('href') === to);
      expect(link, to).toHaveAttribute('target', '_blank');
      expect(link, to).toHaveTextContent('(opens in a new tab)');
    }
  }
});

test('product P17: whoever is signed out finds the ways to log in and to sign up in the header', () => {
  const menus = pages.get('/about-us')?.querySelectorAll('header nav[aria-label=Account]') ?? [];
  const ways = [...menus].map((menu) =>
    [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href')),
  );
  // One for wide windows and one for narrow ones.
  expect(ways).toEqual([
    ['/login', '/signup'],
    ['/login', '/signup'],
  ]);
});

test('the pictures of the products show their sites, and no row of them lacks a word', () => {
  for (const { name, site } of [brand.products.portfolio, brand.products.cataract]) {
    const pictures = pages.get('/')?.querySelectorAll(`[role=img][aria-label^="${name}: "]`) ?? [];
    expect(pictures.length, name).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(picture).toHaveTextContent(`${new URL(site).host}/`);
      const words = texts(picture.querySelectorAll('ul > li, ul > li span'));
      expect(words.filter((word) => word === '')).toEqual([]);
    }
  }
});

test('no shape of a drawing is without a size', () => {
  const all = [...pages.values()].flatMap((page) => [...page.querySelectorAll('svg')]);
  const sizesOf = (shape: string, names: string[]) =>
    all.flatMap((svg) =>
      [...svg.querySelectorAll(shape)].flatMap((each) =>
        names.map((name) => Number(each.getAttribute(name))),
      ),
    );
  const sizes = [...sizesOf('circle', ['r']), ...sizesOf('rect', ['width', 'height'])];
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.filter((size) => !(size > 0))).toEqual([]);
});
