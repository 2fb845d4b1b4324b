import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** What is read of Lighthouse's result. */
export interface Audited {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: unknown }>;
  runtimeError?: { message: string };
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Audited } | undefined>;

const folder = fileURLToPath(new URL('../../lighthouse', import.meta.url));

type Lock = { packages: Record<string, { version?: string }> };

/** The version of it that a lock file of npm names, if there is one. */
async function versionIn(file: string): Promise<string | undefined> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  return text && (JSON.parse(text) as Lock).packages['node_modules/lighthouse']?.version;
}

async function load(): Promise<Lighthouse> {
  // npm's own record of what it installed is written last.
  const installed = await versionIn(join('node_modules', '.package-lock.json'));
  if (installed !== (await versionIn('package-lock.json'))) {
    await promisify(execFile)('npm', ['install', '--no-save', '--ignore-scripts'], { cwd: folder });
  }
  const main = createRequire(join(folder, 'package.json')).resolve('lighthouse');
  return ((await import(pathToFileURL(main).href)) as { default: Lighthouse }).default;
}

let loaded: Promise<Lighthouse> | undefined;

/**
 * Lighthouse, installed when it is asked for the first time: of all files that are installed it would be a
 * quarter, and nothing but the bench of the pages needs them. Rejects when npm fails.
 */
export function loadLighthouse(): Promise<Lighthouse> {
  loaded ??= load();
  return loaded;
}
