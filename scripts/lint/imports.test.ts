import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../lib/paths.ts';

interface Case {
  /** A file of `rules`, without its ending. */
  rule: string;
  from: string;
  to: string;
}

const refused: Case[] = [
  { rule: 'sql', from: 'api/src/features/users/service.ts', to: 'drizzle-orm' },
  { rule: 'sql', from: 'api/src/features/users/list.ts', to: 'drizzle-orm/pg-core' },
  { rule: 'sql', from: 'api/src/http/access.ts', to: 'pg' },
  { rule: 'sql', from: 'api/src/app.ts', to: './db/schema.ts' },
  { rule: 'sql', from: 'api/src/features/audit/present.ts', to: '../../db/schema/records.ts' },
  { rule: 'routes', from: 'api/src/services.ts', to: './features/users/routes.ts' },
  { rule: 'routes', from: 'api/src/features/users/routes.ts', to: '../audit/routes.ts' },
  { rule: 'routes', from: 'api/src/features/users/repository.ts', to: './routes.ts' },
  { rule: 'features', from: 'api/src/features/users/delete.ts', to: '../audit/repository.ts' },
  {
    rule: 'features',
    from: 'api/src/features/users/repository.ts',
    to: '../tallies/fold-repository.ts',
  },
  {
    rule: 'features',
    from: 'api/src/features/billing/stripe/sync/sync.ts',
    to: '../../../accounts/repository.ts',
  },
  {
    rule: 'features',
    from: 'api/src/features/exports/service.ts',
    to: '../billing/payments/list-repository.ts',
  },
  { rule: 'features', from: 'api/src/jobs/handlers.ts', to: '../features/accounts/repository.ts' },
  { rule: 'services', from: 'api/src/features/users/routes.ts', to: './list-repository.ts' },
  { rule: 'repositories', from: 'api/src/features/users/list-repository.ts', to: './service.ts' },
  { rule: 'repositories', from: 'api/src/emails/repository.ts', to: '../http/errors.ts' },
  { rule: 'database', from: 'api/src/db/keyset.ts', to: '../http/errors.ts' },
  { rule: 'database', from: 'api/src/db/keyset.ts', to: '../features/users/list.ts' },
  { rule: 'network', from: 'api/src/server.ts', to: 'stripe-sandbox' },
  { rule: 'network', from: 'api/src/http/pages.ts', to: '../../../web/app/routes.ts' },
  { rule: 'processes', from: 'api/src/server.ts', to: 'node:child_process' },
  { rule: 'processes', from: 'api/src/features/users/delete.ts', to: 'child_process' },
  { rule: 'contract', from: 'contract/src/users.ts', to: '../../api/src/env.ts' },
  { rule: 'contract', from: 'contract/src/users.ts', to: 'stripe-sandbox' },
  { rule: 'alone', from: 'stripe-sandbox/src/work/work.ts', to: '../../../api/src/env.ts' },
  { rule: 'alone', from: 'stripe-sandbox/src/app.ts', to: 'contract/catalogue' },
  { rule: 'alone', from: 'mail-catcher/src/main.ts', to: 'stripe-sandbox' },
  { rule: 'alone', from: 'mail-catcher/src/store.ts', to: '../../scripts/lib/paths.ts' },
  { rule: 'package', from: 'api/src/app.ts', to: '../../contract/src/users.ts' },
  { rule: 'package', from: 'api/src/http/access.test.ts', to: '../../../contract/src/endpoint.ts' },
  { rule: 'package', from: 'bench/src/seed.ts', to: '../../contract/src/catalogue.ts' },
  {
    rule: 'package',
    from: 'web/app/screens/user/plans.tsx',
    to: '../../../../contract/src/users.ts',
  },
  { rule: 'web', from: 'web/app/root.tsx', to: '../../api/src/env.ts' },
  { rule: 'web', from: 'web/app/lib/http.ts', to: 'api/env' },
  { rule: 'web', from: 'web/vite.config.ts', to: 'mail-catcher' },
  { rule: 'ui', from: 'web/app/ui/button.tsx', to: '../features/users/user-form.tsx' },
  { rule: 'ui', from: 'web/app/lib/http.ts', to: '../screens/user/plans.tsx' },
  { rule: 'lib', from: 'web/app/lib/http.ts', to: '../ui/button.tsx' },
  { rule: 'lib', from: 'web/app/lib/storage/keys.ts', to: '../../ui/signed-in/card.tsx' },
  { rule: 'start', from: 'web/app/lib/http.ts', to: '../start/greet.ts' },
  { rule: 'start', from: 'web/app/ui/button.tsx', to: '../root.tsx' },
  { rule: 'start', from: 'web/app/features/users/user-form.tsx', to: '../../root.tsx' },
  { rule: 'start', from: 'web/app/screens/user/plans.tsx', to: '../../routes.ts' },
  {
    rule: 'web-features',
    from: 'web/app/features/users/user-form.tsx',
    to: '../plans/use-plans.ts',
  },
  {
    rule: 'web-features',
    from: 'web/app/features/users/user-form.tsx',
    to: '../../screens/user/plans.tsx',
  },
  { rule: 'web-features', from: 'web/app/features/users/user-form.tsx', to: '../../root.tsx' },
  {
    rule: 'web-features',
    from: 'web/app/features/users/user-form.tsx',
    to: '../../../app/features/plans/use-plans.ts',
  },
  {
    rule: 'web-features',
    from: 'web/app/features/users/form/field.tsx',
    to: '../../../features/plans/use-plans.ts',
  },
  {
    rule: 'web-features',
    from: 'web/app/features/users/form/field.tsx',
    to: '../../plans/use-plans.ts',
  },
  {
    rule: 'web-features',
    from: 'web/app/features/users/form/names/first.tsx',
    to: '../../../plans/use-plans.ts',
  },
  { rule: 'detours', from: 'web/app/features/users/user-form.tsx', to: './../plans/use-plans.ts' },
  { rule: 'detours', from: 'api/src/features/users/delete.ts', to: '.././audit/repository.ts' },
  { rule: 'detours', from: 'api/src/app.ts', to: './http/../../../web/app/routes.ts' },
];

/** What looks alike, and is as it should be. */
const allowed: Omit<Case, 'rule'>[] = [
  { from: 'api/src/app.ts', to: './features/users/routes.ts' },
  { from: 'api/src/db/client.ts', to: 'drizzle-orm' },
  { from: 'api/src/features/billing/payments/list-repository.ts', to: 'drizzle-orm' },
  { from: 'api/src/features/billing/stripe/sync/sync.ts', to: '../../payments/repository.ts' },
  { from: 'api/src/features/users/delete.ts', to: '../audit/service.ts' },
  { from: 'api/src/features/users/list.test.ts', to: '../audit/repository.ts' },
  { from: 'web/app/features/users/user-form.tsx', to: '../../ui/button.tsx' },
  { from: 'web/app/features/users/form/field.tsx', to: '../../../lib/http.ts' },
  { from: 'web/app/features/users/form/field.tsx', to: '../user-form.tsx' },
  { from: 'web/app/features/users/form/names/first.tsx', to: '../../../../ui/button.tsx' },
  { from: 'web/app/features/users/form/names/first.tsx', to: '../../user-form.tsx' },
  { from: 'web/app/ui/button.tsx', to: '../lib/http.ts' },
  { from: 'web/app/screens/user/plans.tsx', to: '../../features/plans/use-plans.ts' },
  { from: 'web/app/root.tsx', to: './start/greet.ts' },
  { from: 'api/src/app.ts', to: 'contract/users' },
  { from: 'api/src/bundle/newer-node.ts', to: 'node:child_process' },
];

/** Folders of every workspace: a circle is refused in each. */
const rooms = [
  ...['api/src', 'bench/src', 'contract/src', 'e2e/support', 'mail-catcher/src', 'scripts/lib'],
  ...['stripe-sandbox/src', 'web/app/lib'],
];

/** The ways to import, a line each: all are refused alike. */
const ways = (to: string): string[] => [
  `import { one } from '${to}';`,
  `import type { One } from '${to}';`,
  `export { one } from '${to}';`,
  `export const one = await import('${to}');`,
];

/** The lines of each file, by its path in the house. */
const files: Record<string, string[]> = {};
for (const room of rooms) {
  files[`${room}/there.ts`] = ["import type { B } from './back.ts';", 'export type A = B;'];
  files[`${room}/back.ts`] = ["import type { A } from './there.ts';", 'export type B = A;'];
}
/** Writes a case into its file; answers the numbers of its lines. */
function place({ from, to }: Omit<Case, 'rule'>): number[] {
  files[from] ??= [];
  const lines = files[from];
  return ways(to).map((line) => lines.push(line));
}
const refusedAt = refused.map((one) => ({ ...one, lines: place(one) }));
const allowedAt = allowed.map((one) => ({ ...one, lines: place(one) }));

interface Found {
  category: string;
  message: string;
  location: { path: string; start: { line: number } };
}

let house: string;
let found: Found[];
const messages: Record<string, string> = {};
const rules = join(root, 'scripts/lint/rules');
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'imports-'));
  await cp(join(root, 'biome.json'), join(house, 'biome.json'));
  await cp(rules, join(house, 'scripts/lint/rules'), { recursive: true });
  await writeFile(join(house, '.gitignore'), 'node_modules\n');
  for (const [path, lines] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), `${lines.join('\n')}\n`);
  }
  for (const file of await readdir(rules)) {
    const rule = await readFile(join(rules, file), 'utf8');
    messages[basename(file, '.grit')] = /message ?= ?"(.*)"/.exec(rule)?.[1] ?? '';
  }
  found = await lint(house);
});
afterAll(() => rm(house, { recursive: true, force: true }));

/** What the linter, set as it is here, has against the files of a folder. */
async function lint(cwd: string): Promise<Found[]> {
  const biome = join(root, 'node_modules/.bin/biome');
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(biome, args, { cwd, maxBuffer: 1 << 26 }, (_error, stdout) => resolve(stdout));
  });
  return JSON.parse(output).diagnostics;
}

/** The messages of the rules against a line of a file. */
const against = (path: string, line: number): string[] =>
  found
    .filter(({ category, location }) => category === 'plugin' && location.path === path)
    .filter(({ location }) => location.start.line === line)
    .map(({ message }) => message);

it.each(refusedAt)('$from may not import $to ($rule)', ({ rule, from, lines }) => {
  for (const line of lines) expect(against(from, line)).toContain(messages[rule]);
});

it.each(allowedAt)('$from may import $to', ({ from, lines }) => {
  for (const line of lines) expect(against(from, line)).toEqual([]);
});

it.each(rooms)('a circle of imports is refused in %s, of types too', (room) => {
  const circular = found.filter(({ category }) => category === 'lint/suspicious/noImportCycles');
  const paths = circular.map(({ location }) => location.path);
  expect(paths).toEqual(expect.arrayContaining([`${room}/there.ts`, `${room}/back.ts`]));
});

it('every rule is in force, and has a case here', async () => {
  const { plugins } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  const inForce = plugins.map(({ path }: { path: string }) => basename(path, '.grit'));
  expect(inForce.toSorted()).toEqual(Object.keys(messages).toSorted());
  expect([...new Set(refused.map(({ rule }) => rule))].toSorted()).toEqual(inForce.toSorted());
});

it('the rule that keeps features apart knows every one', async () => {
  const features = await readdir(join(root, 'api/src/features'));
  const rule = await readFile(join(rules, 'features.grit'), 'utf8');
  expect(rule).toContain(`(${features.toSorted().join('|')})`);
});
