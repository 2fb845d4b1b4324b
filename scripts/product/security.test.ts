import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/paths.ts';
import { citations, numbersIn } from './citations.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/security.md');

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 begins with. */
const requirements: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};

const rows = [...page.matchAll(/^\| \*\*([\d.]+)\*\* \| ([12]) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', level, what, met = '', shown = '']) => ({ id, level, what, met, shown }),
);

test('every requirement of ASVS 5.0 level 1 and 2 has one row', () => {
  const ids = Object.entries(requirements).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(ids).toHaveLength(253);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
});

test('none is open', () => {
  expect(rows.filter(({ met }) => met.includes('**Open**')).map(({ id }) => id)).toEqual([]);
});

test('what is met is shown by a test or a file that exists, or kept by hand', () => {
  const tests = globSync('{api,e2e,scripts,stripe-sandbox,web}/**/*.{test.ts,test.tsx,spec.ts}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|dist)$/.test(path),
  }).map(read);
  const all = tests.join('\n').replaceAll("\\'", "'");
  const lacking = rows.filter(({ met, shown }) => {
    if (met.startsWith('Not applicable: ')) return shown !== '–';
    const names = [...shown.matchAll(/'(.+?)'(?=, '|, `|$)/g)].map(([, name = '']) => name);
    const files = [...shown.matchAll(/`(.+?)`/g)].map(([, file = '']) => file);
    const isNamed = names.length + files.length > 0 || shown === 'by hand';
    return (
      !isNamed ||
      names.some((name) => !all.includes(name)) ||
      files.some((file) => !existsSync(join(root, file)))
    );
  });
  expect(lacking).toEqual([]);
});

test('statements and files that the page cites are there', () => {
  const known = new Set(
    globSync('docs/product/*.md', { cwd: root }).flatMap((path) => numbersIn(read(path))),
  );
  const cited = [...page.matchAll(/(?<![\w.`/-])([GPAUDCEBMSOL]\d{1,3})(?![\w.`/-])/g)].map(
    ([, number = '']) => number,
  );
  const all = [...cited, ...citations(page)];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((number) => !known.has(number))).toEqual([]);
  const paths = [...page.matchAll(/`((?:api|contract|docs|e2e|scripts|web)\/[^`]+)`/g)];
  expect(
    paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path))),
  ).toEqual([]);
});
