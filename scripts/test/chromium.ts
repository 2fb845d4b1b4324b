import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../lib/paths.ts';
import { runCommand } from './run-command.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const HELP =
  'No Chromium was found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to the program.';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isProgram);

/** The browser that Playwright has downloaded, if it has. */
function playwrightsOwn(): string | undefined {
  const ask =
    "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath());";
  try {
    const path = execFileSync(process.execPath, ['--input-type=module', '-e', ask], {
      cwd: join(root, 'e2e'),
      encoding: 'utf8',
    });
    return isProgram(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

async function fromDebian(log: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'];
  const done =
    (await runCommand({ run: ['apt-get', 'update'] }, log)) &&
    (await runCommand({ run: install, env }, log));
  return done ? onPath() : undefined;
}

/**
 * The path of a Chromium: the one named in CHROMIUM_PATH, the system's, Playwright's own, or one
 * installed for the purpose where this runs as root on Debian. Rejects, saying what to do, when
 * there is none.
 */
export async function findChromium(log: string): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH=${named} is not a program.`);
  const path = named || onPath() || playwrightsOwn() || (await fromDebian(log));
  if (!path) throw new Error(HELP);
  return path;
}
