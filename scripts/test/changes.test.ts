import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChanges, journeysAffectedBy } from './changes.ts';

let house: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
    cwd: house,
    encoding: 'utf8',
  }).trim();
function put(path: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), String(Math.random()));
}

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'changes-'));
  git('init', '-q', '-b', 'main');
  put('README.md');
  git('add', '.');
  git('commit', '-qm', 'first');
});
afterEach(() => rmSync(house, { recursive: true }));

test.each([
  [['README.md', 'docs/limits.md'], 'none'],
  [['scripts/test/steps.ts', 'api/src/db/keyset.test.ts', 'api/src/testing/client.ts'], 'none'],
  [['web/app/screens/user/plans.test.tsx'], 'none'],
  [['e2e/journeys/shell.spec.ts', 'api/src/env.test.ts'], ['journeys/shell.spec.ts']],
  [['e2e/journeys/shell.spec.ts', 'e2e/support/stack.ts'], 'all'],
  [['web/app/routes.ts'], 'all'],
  [['api/src/app.ts'], 'all'],
  [['package-lock.json'], 'all'],
])('changes of %j ask for the journeys %j', (files, journeys) => {
  expect(journeysAffectedBy(files)).toEqual(journeys);
});

test('without an upstream, what is not committed counts, new files too', () => {
  put('web/app/routes.ts');
  expect(findChanges(house)).toEqual({ since: git('rev-parse', 'HEAD'), journeys: 'all' });
});

test('a file that is gone or was moved counts, and a journey that is gone is not driven', () => {
  const second = (...paths: string[]) => {
    for (const path of paths) put(path);
    git('add', '.');
    git('commit', '-qm', 'second');
  };
  second('e2e/journeys/old.spec.ts', 'web/app/routes.ts', 'api/src/moved.ts');
  rmSync(join(house, 'e2e/journeys/old.spec.ts'));
  expect(findChanges(house).journeys).toBe('none');
  rmSync(join(house, 'web/app/routes.ts'));
  expect(findChanges(house).journeys).toBe('all');
  git('checkout', '-q', '.');
  git('mv', 'api/src/moved.ts', 'docs.md');
  expect(findChanges(house).journeys).toBe('all');
});

test('with an upstream, all commits since leaving it count', () => {
  const first = git('rev-parse', 'HEAD');
  git('checkout', '-qb', 'branch', '--track', 'main');
  put('e2e/journeys/new.spec.ts');
  git('add', '.');
  git('commit', '-qm', 'second');
  expect(findChanges(house)).toEqual({ since: first, journeys: ['journeys/new.spec.ts'] });
});
