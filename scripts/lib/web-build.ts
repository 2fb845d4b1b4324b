import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceHash } from './source-hash.ts';

const SOURCES = [
  'web/!(build|node_modules)/**',
  'web/*.*',
  'contract/src/**',
  'contract/package.json',
  'package-lock.json',
];

/**
 * Builds the web client when its sources are not those of the last whole build. The stamp is taken
 * away first and written last, so an interrupted build is done again. Answers whether it built.
 * Rejects when the build does.
 */
export async function buildWebIfStale(root: string, build: () => Promise<void>): Promise<boolean> {
  const stamp = join(root, 'web', 'build', '.stamp');
  const sources = sourceHash(root, SOURCES) + brandSettings();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false;
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

/** The settings from outside that the build writes into its pages. */
function brandSettings(): string {
  const set = Object.entries(process.env).filter(([name]) => name.startsWith('BRAND_'));
  return set.length > 0 ? JSON.stringify(set.sort()) : '';
}
