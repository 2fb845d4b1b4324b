import { brand } from 'contract/brand';
import type { MetaDescriptor } from 'react-router';
import { expect, test } from 'vitest';
import { documents, notFoundPage } from '../lib/public-pages.ts';
import { metaAt } from './public/pages.tsx';

const screens = import.meta.glob<{ meta: () => MetaDescriptor[] }>([
  './{auth,user,admin}/*.tsx',
  '!./**/*.test.tsx',
]);

const titleIn = (meta: MetaDescriptor[]) =>
  meta.flatMap((each) => ('title' in each ? [each.title] : []));
const itsOwn = expect.stringMatching(new RegExp(`^\\S.* · ${brand.company}$`));

test('product G26: each screen has a title of its own, and then the name of the company', async () => {
  const loaded = await Promise.all(Object.values(screens).map((load) => load()));
  const titles = loaded.flatMap(({ meta }) => (meta ? [titleIn(meta())] : []));
  expect(titles.length).toBeGreaterThan(25);
  expect(titles).toEqual(titles.map(() => [itsOwn]));
});

test('product G26: each public page has a title of its own, and then the name of the company', () => {
  const titles = [...documents, notFoundPage].map((address) => titleIn(metaAt(address)));
  expect(titles).toEqual(titles.map(() => [itsOwn]));
});
