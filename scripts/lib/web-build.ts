import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, tryToHold } from './file-lock.ts';
import { sourceHash } from './source-hash.ts';

const POLL_MS = 150;

const SOURCES = [
  'web/!(build|node_modules)/**',
  'web/*.*',
  'contract/src/**',
  'contract/package.json',
  'package-lock.json',
];

/**
 * Builds the web client when its sources are not those of the last whole build. The stamp is taken
 * away first and written last, so an interrupted build is done again. One process builds at a time:
 * another waits for it, and then mostly has nothing to do. Answers whether it built. Rejects when
 * the build does.
 */
export async function buildWebIfStale(root: string, build: () => Promise<void>): Promise<boolean> {
  const stamp = join(root, 'web', 'build', '.stamp');
  const sources = sourceHash(root, SOURCES) + brandSettings();
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  if (isFresh()) return false;
  const lock = await hold(join(root, '.cache', 'web-build.lock'));
  try {
    if (isFresh()) return false;
    rmSync(stamp, { force: true });
    await build();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
    return true;
  } finally {
    lock.release();
  }
}

async function hold(file: string): Promise<FileLock> {
  for (;;) {
    const lock = tryToHold(file);
    if (lock) return lock;
    await sleep(POLL_MS);
  }
}

/** The settings from outside that the build writes into its pages. */
function brandSettings(): string {
  const set = Object.entries(process.env).filter(([name]) => name.startsWith('BRAND_'));
  return set.length > 0 ? JSON.stringify(set.sort()) : '';
}
