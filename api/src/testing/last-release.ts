import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The last release: its commit, and when its last migration was made. Tables of later ones have no rows anywhere. */
export const lastRelease = {
  commit: '2e7950a238b52867a22bf70886ccbc646c4775e2',
  migration: 1_795_364_150_101,
} as const;

/**
 * Unpacks the server's sources as they were at the last release, beside today's packages; answers the folder, or
 * undefined where the history has them not, as in a shallow clone.
 */
export function releaseTree(): string | undefined {
  const { commit } = lastRelease;
  const tree = join(root, '.cache/releases', commit);
  const packages = join(tree, 'node_modules');
  if (existsSync(packages)) return tree;
  rmSync(tree, { recursive: true, force: true });
  try {
    execFileSync('git', ['cat-file', '-e', commit], { cwd: root, stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mkdirSync(tree, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'api', 'contract', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  // Last: where it is, all is. The contract is that of the release, other packages are found further up.
  mkdirSync(packages);
  symlinkSync('../contract', join(packages, 'contract'));
  return tree;
}
