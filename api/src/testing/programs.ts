import { execFile } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundlePrograms } from '../../../scripts/lib/bundle.ts';
import { hold } from '../db/file-lock.ts';
import { cachedList } from '../features/accounts/breached-list.ts';
import { cheapPasswords } from './cheap-passwords.ts';

const source = join(import.meta.dirname, '..');
const run = promisify(execFile);
let bundled: Promise<string> | undefined;

/**
 * The path of `server` or of a command, as one file with what it imports: a process is there in an
 * eighth of the time that reading the sources takes. Made when the first one is asked for.
 */
export async function programPath(name: string): Promise<string> {
  bundled ??= bundle();
  return join(await bundled, `${name}.js`);
}

/** Runs a command as a process with these settings beside our own. Rejects where it ends badly. */
export async function runProgram(name: string, args: string[], env: NodeJS.ProcessEnv) {
  return run(process.execPath, [await programPath(name), ...args], {
    env: { ...process.env, ...env },
  });
}

/** Once for all workers: who comes while another one makes them waits for what it makes. */
async function bundle(): Promise<string> {
  const folder = process.env.TEST_PROGRAMS ?? '';
  const whole = join(folder, 'whole');
  const lock = await hold(join(folder, 'lock'));
  try {
    if (!existsSync(whole)) {
      await makeIn(folder);
      writeFileSync(whole, '');
    }
    return folder;
  } finally {
    lock.release();
  }
}

async function makeIn(folder: string): Promise<void> {
  const commands = [
    'admin-create',
    'admin-reset-second-factor',
    'backup',
    'billing-reconcile',
    'doctor',
    'legal-announce',
    'migrate',
    'stripe-sync',
  ];
  // Servers hash for many people. What commands hash is looked at, and is as dear as it is meant to be.
  await bundleOf(join(source, '../..'), ['server'], folder, cheapPasswords);
  const sources = commands.map((name) => join(source, 'commands', `${name}.ts`));
  await bundlePrograms(sources, folder);
}

/** Bundles programs of a tree of the product into a folder, with what they read beside them, as in a build. */
export async function bundleOf(
  tree: string,
  names: string[],
  folder: string,
  alias?: Record<string, string>,
): Promise<void> {
  const sources = join(tree, 'api/src');
  const programs = names.map((name) => join(sources, `${name}.ts`));
  await bundlePrograms(programs, folder, alias);
  for (const name of ['migrations', 'functions']) {
    symlinkSync(join(sources, 'db', name), join(folder, name));
  }
  symlinkSync(await cachedList(), join(folder, 'breached-passwords.bin'));
}
