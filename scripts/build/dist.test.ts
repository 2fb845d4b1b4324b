import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Builders, buildIfStale, isFresh } from './dist.ts';

let root: string;
const put = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
/** Builds whose files say what they were made of. */
const builders: Builders = {
  site: async (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), readFileSync(join(root, 'web/app/home.tsx')));
  },
  server: async (folder) => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.js'), readFileSync(join(root, 'api/src/app.ts')));
  },
};
const build = (changes: Partial<Builders> = {}) => buildIfStale(root, { ...builders, ...changes });
const current = () => JSON.parse(readFileSync(join(root, 'dist/current.json'), 'utf8'));
const served = () => readFileSync(join(root, 'dist', current().site.folder, 'index.html'), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dist-'));
  put('web/app/home.tsx', 'one');
  put('web/vite.config.ts', 'config');
  put('contract/src/plans.ts', 'plans');
  put('api/src/app.ts', 'app');
  put('api/src/db/functions/users.sql', 'sql');
});
afterEach(() => rmSync(root, { recursive: true }));

test('what has not changed is built once', async () => {
  expect(isFresh(root)).toBe(false);
  expect(await build()).toEqual(['site', 'server']);
  expect(isFresh(root)).toBe(true);
  expect(await build()).toEqual([]);
});

test.each([
  ['web/app/home.tsx', ['site']],
  ['web/app/new.tsx', ['site']],
  ['web/vite.config.ts', ['site']],
  ['api/src/app.ts', ['server']],
  ['api/src/features/users/service.ts', ['server']],
  ['api/src/db/functions/users.sql', ['server']],
  ['contract/src/plans.ts', ['site', 'server']],
  ['scripts/build/server.ts', ['site', 'server']],
  ['package-lock.json', ['site', 'server']],
  ['api/src/app.test.ts', []],
  ['api/src/features/users/service.test.ts', []],
  ['api/src/testing/server.ts', []],
])('a change of %s makes stale: %j', async (path, stale) => {
  await build();
  put(path, 'changed');
  expect(await build()).toEqual(stale);
});

test('a renamed file makes its part stale', async () => {
  await build();
  rmSync(join(root, 'web/vite.config.ts'));
  put('web/vite.config.mts', 'config');
  expect(await build()).toEqual(['site']);
});

test('a change of the brand makes the site stale, into whose pages it is written', async () => {
  await build();
  process.env.BRAND_COMPANY = 'Another';
  try {
    expect(await build()).toEqual(['site']);
  } finally {
    delete process.env.BRAND_COMPANY;
  }
});

test('a build that is gone is made again', async () => {
  await build();
  rmSync(join(root, 'dist', current().server.folder), { recursive: true });
  expect(await build()).toEqual(['server']);
});

test('while it is built anew the site that is served stays whole, and afterwards, too', async () => {
  await build();
  const before = join(root, 'dist', current().site.folder, 'index.html');
  put('web/app/home.tsx', 'two');
  await build({
    site: async (folder) => {
      expect(served()).toBe('one');
      await builders.site(folder);
      expect(served()).toBe('one');
    },
  });
  expect(served()).toBe('two');
  expect(readFileSync(before, 'utf8')).toBe('one');
});

test('builds older than the one before are cleared away, and so is what was left half-built', async () => {
  mkdirSync(join(root, 'dist/site-7'), { recursive: true });
  for (const text of ['one', 'two', 'three']) {
    put('web/app/home.tsx', text);
    await build();
  }
  const folders = readdirSync(join(root, 'dist')).filter((name) => /-\d/.test(name));
  expect(folders.toSorted()).toEqual(['server-8', 'site-10', 'site-9']);
});

test('what a running server may still load stays under any number of builds, until it has ended', async () => {
  const folders = () => readdirSync(join(root, 'dist')).filter((name) => /-\d/.test(name));
  const patient = async (folder: string) => {
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'main.js'),
      `process.on('message', () => process.send(require('./late.js') + require('node:fs')
        .readFileSync(process.env.WEB_DIR + '/index.html', 'utf8')));
       process.send('running');`,
    );
    writeFileSync(join(folder, 'late.js'), `module.exports = ${JSON.stringify(folder)};`);
  };
  await build({ server: patient });
  const first = current();
  const { WEB_DIR: _, ...env } = process.env;
  const server = fork(join(root, 'dist/server.js'), { env });
  await once(server, 'message');
  for (const text of ['two', 'three', 'four']) {
    put('web/app/home.tsx', text);
    put('api/src/app.ts', text);
    await build({ server: patient });
  }
  server.send('load');
  const [loaded] = await once(server, 'message');
  expect(loaded).toBe(`${join(root, 'dist', first.server.folder)}one`);
  expect(folders()).toHaveLength(6);

  server.kill();
  await once(server, 'exit');
  put('web/app/home.tsx', 'five');
  await build();
  expect(folders()).not.toContain(first.server.folder);
  expect(readdirSync(join(root, 'dist/running'))).toEqual([]);
});

test('a build that fails leaves the one before, and lets the next one in', async () => {
  await build();
  put('web/app/home.tsx', 'two');
  put('api/src/app.ts', 'two');
  const fail = () => Promise.reject(new Error('a fault'));
  await expect(build({ site: fail })).rejects.toThrow('a fault');
  expect(served()).toBe('one');
  expect(await build()).toEqual(['site', 'server']);
});

test('of two at once one builds, and the other waits for it', async () => {
  const events: string[] = [];
  const slowly = {
    site: async (folder: string) => {
      events.push('began');
      await sleep(20);
      await builders.site(folder);
      events.push('ended');
    },
  };
  const answers = await Promise.all([build(slowly), build(slowly)]);
  expect(answers.map(({ length }) => length).toSorted()).toEqual([0, 2]);
  expect(events).toEqual(['began', 'ended']);
});

test('a source changed during the build is built the next time', async () => {
  await build({
    site: async (folder) => {
      await builders.site(folder);
      put('web/app/home.tsx', 'two');
    },
  });
  expect(await build()).toEqual(['site']);
});

test('the launcher begins the server that was built last, with the site that was', async () => {
  const main = (n: number) => async (folder: string) => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.js'), `globalThis.began = [${n}, process.env.WEB_DIR];`);
  };
  await build({ server: main(1) });
  put('api/src/app.ts', 'two');
  await build({ server: main(2) });
  expect(existsSync(join(root, 'dist/package.json'))).toBe(true);
  delete process.env.WEB_DIR;
  await import(join(root, 'dist/server.js'));
  expect((globalThis as { began?: unknown }).began).toEqual([
    2,
    join(root, 'dist', current().site.folder),
  ]);
  delete process.env.WEB_DIR;
});
