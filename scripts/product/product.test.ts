import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { plans, products } from '../../contract/src/catalogue.ts';
import { endpoints } from '../../contract/src/endpoints.ts';
import { formatPence } from '../../contract/src/format.ts';
import * as messages from '../../contract/src/messages.ts';
import { storageKeys } from '../../contract/src/storage.ts';
import routes from '../../web/app/routes.ts';
import { root } from '../lib/paths.ts';
import { citations, foreign, numbersIn } from './citations.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = ['docs/product.md', ...globSync('docs/product/*.md', { cwd: root })];
const pageTexts = pages.map(read);
/** All of it in one line, since a sentence may be broken anywhere. */
const all = pageTexts.join('\n').replaceAll(/\s+/g, ' ');

const folders = 'api,bench,contract,docs,e2e,mail-catcher,scripts,stripe-sandbox,web';
const texts = globSync(`{README.md,{${folders}}/**/*.{ts,tsx,mts,mjs,css,sql,md}}`, {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|build|dist|\.[a-z-]+)$/.test(path),
}).map((path) => ({ path, text: read(path) }));

const numbers = pageTexts.flatMap(numbersIn);
const known = new Set(numbers);

interface Entry {
  path?: string;
  index?: boolean;
  children?: Entry[];
}

test('every number is given once', () => {
  expect(numbers.length).toBeGreaterThan(400);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('what is cited is a statement', () => {
  const unknown = texts.flatMap(({ path, text }) =>
    citations(text).flatMap((number) => (known.has(number) ? [] : `${path}: product ${number}`)),
  );
  expect(unknown).toEqual([]);
});

test('the pages themselves refer to statements only', () => {
  const named = [...all.matchAll(/(?<![\w.`/-])([GPAUDCEBMSOL]\d{1,2})(?![\w.`/-])/g)];
  expect(named.map(([, number = '']) => number).filter((number) => !known.has(number))).toEqual([]);
});

test('nothing cites a document that is not in the tree', () => {
  const missing = texts.flatMap(({ path, text }) =>
    foreign(text).map((words) => `${path}: ${words}`),
  );
  expect(missing).toEqual([]);
});

test('a decision that is named exists', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((path) =>
    Number.parseInt(basename(path), 10),
  );
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecision (\d+)/gi)].map(([words, number]) => ({ path, words, number })),
  );
  const missing = named.filter(({ number }) => !decisions.includes(Number(number)));
  expect(missing).toEqual([]);
});

test('every address of the site is in it', () => {
  const addresses = flatten(routes);
  expect(addresses.length).toBeGreaterThan(25);
  expect(addresses.filter((address) => !all.includes(`\`${address}\``))).toEqual([]);
});

function flatten(entries: Entry[], above = ''): string[] {
  return entries.flatMap(({ path = '', children, index }) => {
    const address = path === '' ? above : `${above}/${path}`;
    const below = children ? flatten(children, address) : [];
    return path !== '' || index ? [address || '/', ...below] : below;
  });
}

const who = {
  anyone: 'anyone',
  'signed-in': 'signed in',
  admin: 'admin',
  product: 'a product, by a key',
} as const;

test.each(Object.entries(endpoints))('the call %s is in it, with who may make it', (_, call) => {
  expect(all).toContain(`| \`${call.method} /api${call.path}\` | ${who[call.access]} |`);
});

test.each(Object.entries(messages))('the message %s is in it', (_, message) => {
  expect(all).toContain(`'${message}'`);
});

test('products, plans, prices, trials and storage keys are in it', () => {
  const facts = [
    ...products.map(({ id, trialDays }) => `| \`${id}\` | ${trialDays} days |`),
    ...plans.map(({ id, amount, lookupKey }) => {
      return `| ${formatPence(amount)} | \`${id}\` | \`${lookupKey}\` |`;
    }),
    ...Object.values(storageKeys).map((key) => `| \`${key}\` |`),
  ];
  expect(facts.filter((fact) => !all.includes(fact))).toEqual([]);
});

test('each promise is kept by statements and tests that exist, or said not to be', () => {
  const tests = texts.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));
  const rows = [
    ...read('docs/product/promises.md').matchAll(/^\| \*\*(L\d+)\*\* \|.*\| (.+) \|$/gm),
  ];
  expect(rows.length).toBeGreaterThan(40);
  for (const [, number, shown = ''] of rows) {
    const names = [...shown.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
    const gone = names.filter((name) => !tests.some(({ text }) => text.includes(`'${name}'`)));
    expect(gone, number).toEqual([]);
    const isSaid = /not kept yet|by hand|no test yet/.test(shown);
    expect(names.length > 0 || isSaid, `${number} names no test`).toBe(true);
  }
});

test('what it links to exists', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#]+)/g)]
      .map(([, target = '']) => join(root, page, '..', target))
      .filter((target) => !existsSync(target)),
  );
  expect(dead).toEqual([]);
});

test('each act has one word: nobody reads of signing in where the button says Login', () => {
  const shown = ['web/app/**/*.{ts,tsx}', 'api/src/emails/*.ts', 'contract/src/**/*.ts'].flatMap(
    (pattern) => globSync(pattern, { cwd: root, exclude: (at) => at.includes('.test.') }),
  );
  const another =
    /(?<![-\w])([Ss]ign(ed|ing)? (in|out)\b(?! the future)|[Ll]og(ged)? off|(Clear|Remove|Reset) (all )?filters)/;
  const found = shown.flatMap((path) =>
    read(path)
      .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
      // The menu of whoever is in says so, and each list's filters are reset.
      .replaceAll(/["']Sign out["']|Reset filters/g, '')
      .split('\n')
      .filter((line) => another.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(shown.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
