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

/** What stands right before the name of a test: `it(`, `test.each(...)(` and the like. */
const named =
  /(?:\b(?:it|test)(?:\.\w+)*|\)|\])\(\s*(?:'((?:\\.|[^'\\\n])+)'|"([^"\n]+)"|`([^`]+)`),\s*(?:\{[^{}]*\},\s*)?(?:async\b|function\b|\()/g;

/** The files that have a test of this name, by name. */
const filesByTest = new Map<string, string[]>();
const testFiles = globSync('{api,e2e,scripts,stripe-sandbox,web}/**/*.{test.ts,test.tsx,spec.ts}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|build|dist)$/.test(path),
});
for (const file of testFiles) {
  const names = [...read(file).matchAll(named)].map(([, one, two, three]) => one ?? two ?? three);
  for (const name of new Set(names.map((text = '') => text.replaceAll("\\'", "'")))) {
    filesByTest.set(name, [...(filesByTest.get(name) ?? []), file]);
  }
}

/** What is wrong with the tests and files that a row names. */
function faultsOf({ id, met, shown }: (typeof rows)[number]): string[] {
  if (met.startsWith('Not applicable: ')) return shown === '–' ? [] : [`${id}: nothing to show`];
  const names = [...shown.matchAll(/'(.+?)'(?=, '|, `|$)/g)].map(([, name = '']) => name);
  const files = [...shown.matchAll(/`(.+?)`/g)].map(([, file = '']) => file);
  const none = names.length + files.length === 0 && shown !== 'by hand';
  return [
    ...(none ? [`${id}: nothing shows it`] : []),
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${id}: no ${file}`),
    ...names.flatMap((name) => {
      const having = filesByTest.get(name) ?? [];
      const meant = having.length > 1 ? having.filter((file) => files.includes(file)) : having;
      return meant.length === 1 ? [] : [`${id}: '${name}' is in ${having.join(', ') || 'no file'}`];
    }),
  ];
}

test('what is met is shown by a test of that name in one file, a file that exists, or kept by hand', () => {
  expect(filesByTest.size).toBeGreaterThan(1_000);
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test('a name that no test has, a part of one, and one that several files have show nothing', () => {
  const [row = { id: '', level: '', what: '', met: '', shown: '' }] = rows;
  const [[whole = ''] = []] = filesByTest;
  const several = [...filesByTest].find(([, files]) => files.length > 1)?.[0];
  for (const name of [`${whole} not`, whole.slice(1), several]) {
    expect(faultsOf({ ...row, met: '', shown: `'${name}'` })).toHaveLength(1);
  }
  expect(faultsOf({ ...row, met: '', shown: 'somehow' })).toHaveLength(1);
});

test('nothing is drawn by a generator that can be guessed but a pause', () => {
  const sources = globSync('{api,contract}/src/**/*.ts', { cwd: root });
  const drawing = sources.filter(
    (path) => !/\.test\.ts$|\/(testing|demo)\//.test(path) && read(path).includes('Math.random'),
  );
  expect(drawing).toEqual(['api/src/features/products/pauses.ts']);
});

test('nothing is hashed but by SHA-256', () => {
  const sources = globSync('{api,contract}/src/**/*.ts', { cwd: root });
  const used = sources
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/create(?:Hash|Hmac)\(\s*('?[\w.-]+'?)/g)].map(
        ([, algorithm = '']) => `${path}: ${algorithm}`,
      ),
    );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((one) => !one.endsWith("'sha256'"))).toEqual([]);
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
