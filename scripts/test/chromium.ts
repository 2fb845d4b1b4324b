import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../lib/paths.ts';
import { runCommand } from './run-command.ts';

// The shell has the same engine without the windows around it: a page costs 0.3 s in place of 0.8 s.
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const HELP =
  'No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to the program.';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names = NAMES): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

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
  const install = ['apt-get', 'install', '-y', '--no-install-recommends'];
  await runCommand({ run: ['apt-get', 'update'] }, log);
  for (const name of [SHELL, 'chromium']) {
    const done = await runCommand({ run: [...install, name], env }, log);
    if (done) return onPath([name]);
  }
  return undefined;
}

/**
 * The path of a Chromium: the one named in CHROMIUM_PATH, the headless shell (installed for the
 * purpose where this runs as root on Debian), the system's, or Playwright's own. Rejects, saying what
 * to do, when there is none.
 */
export async function findChromium(log: string): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM_PATH=${named} is not a program.`);
  }
  const path = onPath([SHELL]) || (await fromDebian(log)) || onPath() || playwrightsOwn();
  if (!path) throw new Error(HELP);
  return path;
}
