import { execFileSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../lib/paths.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guide-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the shell, compose and systemd read alike: bare words, and anything between single quotes on one line. */
const setting = /^([A-Z_]+)=(?:([\w:/.@+=-]*)|'([^'\\$]*)')$/;

test('the example of settings is read alike by the shell, by compose and by systemd', () => {
  const lines = read('deploy/env.example').split('\n');
  const settings = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(settings.filter((line) => !setting.test(line))).toEqual([]);
  const expected = settings.map((line) => {
    const [, name, bare, quoted] = setting.exec(line) ?? [];
    return `${name}=${quoted ?? bare}`;
  });
  expect(expected).toContainEqual(expect.stringMatching(/^MAIL_FROM=\w+ \w+ <.+>$/));
  const source = `set -eua; . ${join(root, 'deploy/env.example')}; env -0`;
  const known = execFileSync('sh', ['-c', source], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(known.split('\0')).toEqual(expect.arrayContaining(expected));
});

test("Kubernetes is given the settings as the shell reads them, and not the database's", () => {
  const head = read('deploy/kubernetes/product.yaml').split('apiVersion', 1)[0] ?? '';
  const [command = ''] = /env -i[\s\S]*?\/dev\/stdin/.exec(head.replaceAll(/\n# */g, ' ')) ?? [];
  writeFileSync(join(folder, 'kubectl'), '#!/bin/sh\ncat\n', { mode: 0o755 });
  const filled = read('deploy/env.example').replace('POSTGRES_PASSWORD=', 'POSTGRES_PASSWORD=abc');
  writeFileSync(join(folder, 'env'), filled);
  const given = execFileSync('sh', ['-euc', command], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { PATH: `${folder}:${process.env.PATH}` },
  }).split('\n');
  expect(given).toContain('MAIL_FROM=Fernlea Health <no-reply@subscriptions.example.com>');
  expect(given).toContain('SMTP_URL=smtps://user:password@mail.example.com:465');
  expect(given.filter((line) => /^(PATH|PWD|SITE|\w+_PASSWORD)=/.test(line))).toEqual([]);
});

test('each command of compose that is written down names the settings without which it ends', () => {
  const files = ['README.md', 'CHANGELOG.md', 'deploy/env.example', 'deploy/compose.yaml'];
  files.push(...globSync('docs/**/*.md', { cwd: root }));
  const commands = files.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/[\s#]+/g, ' ')
        .matchAll(/docker compose (\S+ \S+)/g),
    ].map(([, rest]) => `${file}: ${rest}`),
  );
  expect(commands.length).toBeGreaterThan(12);
  expect(commands.filter((one) => !/: --env-file env$/.test(one))).toEqual([]);
});

test('without Docker, what the guide says puts the build and the settings where the unit looks', () => {
  const [, guide = ''] =
    /^## Without Docker\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(read('docs/deployment.md')) ?? [];
  const unit = read('deploy/systemd/product.service');
  const [, server = ''] = /^ExecStart=\S+ (\S+)$/m.exec(unit) ?? [];
  const [, env = ''] = /^EnvironmentFile=(\S+)$/m.exec(unit) ?? [];
  for (const file of ['dist/server.js', 'deploy/env', 'deploy/systemd/product.service']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  mkdirSync(join(folder, 'etc/systemd/system'), { recursive: true });
  const puts = guide.split('\n').filter((line) => /^(install|cp|for) /.test(line));
  // Twice, as for a new version.
  const script = [...puts, ...puts].join('\n').replaceAll(/ \/(etc|opt)\//g, ` ${folder}/$1/`);
  for (const build of ['dist/server-7', 'opt/product/dist/server-4', 'opt/product/dist/server-7'])
    mkdirSync(join(folder, build), { recursive: true });
  execFileSync('sh', ['-euc', script], { cwd: folder });
  const builds = globSync('opt/product/dist/*-*', { cwd: folder });
  expect(builds).toEqual(['opt/product/dist/server-7']);
  expect(statSync(join(folder, server)).isFile()).toBe(true);
  expect(statSync(join(folder, dirname(server), 'dist'), { throwIfNoEntry: false })).toBe(
    undefined,
  );
  expect(statSync(join(folder, env)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'etc/systemd/system/product.service')).isFile()).toBe(true);
});
