import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runChild } from './run-child.mjs';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { withoutSecrets } from './without-secrets.mjs';

const NODE_MAJOR = 24;
const RECORD = join('node_modules', '.package-lock.json');
// NODE_ENV=production would leave out what builds the web client.
const INSTALL = [
  'install',
  '--no-save',
  '--include=dev',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/**
 * Has npm take what it knows of packages already for granted: a version that was published stays what it is, and the
 * lock file names no addresses, so that npm would ask the registry about each.
 */
const AS_KNOWN = '--prefer-offline';
/** Exit codes from here on are signals: somebody ended it. */
const ENDED = 128;

/** @param {string} file @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>} */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether node_modules holds what package-lock.json asks for. npm's own record of what it installed
 * is written last, so an interrupted installation is never taken for a whole one.
 * @param {string} root
 */
function isInstalled(root) {
  const record = join(root, RECORD);
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' ||
      wanted.optional ||
      (installed[path]?.version === wanted.version && installed[path]?.link === wanted.link),
  );
}

/** What a machine under load does to any program; it says nothing of this one. */
const PASSING = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE', 'ETXTBSY', 'SIGKILL', 'SIGTERM'];
const TRIES = 5;

/**
 * Whether this is a Node of the right version that runs here, however long it takes to say so.
 * Rejects where the machine does not let it: an installation would take away what is in order.
 * @param {string} node
 */
async function isRightNode(node) {
  let trouble = '';
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await sleep(tried * 200);
    const { stdout, status, signal, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (status === 0) return stdout.startsWith(`v${NODE_MAJOR}.`);
    trouble = /** @type {NodeJS.ErrnoException | undefined} */ (error)?.code ?? signal ?? '';
    if (!PASSING.includes(trouble)) return false;
  }
  throw new Error(
    `${node} did not get to run (${trouble}): the machine is busy or out of memory. Try again.`,
  );
}

/**
 * Installs from scratch: a package that was cut off halfway looks whole to npm. `npm ci` would do
 * the same, but refuses a lock file that names the binaries of some systems only, and which those
 * are depends on the registry it was written with.
 * @param {string} root
 */
async function install(root) {
  let code = await installAnew(root, [AS_KNOWN]);
  if (code > 0 && code < ENDED) {
    // What it knows may be older than the lock file.
    process.stdout.write('Trying again, with what the registry says by now ...\n');
    code = await installAnew(root);
  }
  if (code !== 0) throw new Error(`npm install failed with code ${code}. Its output is above.`);
}

/** @param {string} root @param {string[]} how */
async function installAnew(root, how = []) {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await rm(join(root, RECORD), { force: true });
  for (const folder of ['.', ...workspaces]) {
    await rm(join(root, folder, 'node_modules'), { recursive: true, force: true });
  }
  return runNpm([...INSTALL, ...how]);
}

/**
 * Runs the npm that runs this, under the Node that runs it, as the project's own may be gone. Answers its exit code.
 * @param {string[]} args
 */
function runNpm(args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const env = withoutSecrets(process.env);
  return npm && node ? runChild(node, [npm, ...args], { env }) : runChild('npm', args, { env });
}

/**
 * Brings node_modules in line with package-lock.json when it is not. Rejects when npm fails.
 * @param {string} root
 * @returns {Promise<string>} the path of the project's own Node
 */
export async function ensureInstalled(root) {
  const node = join(root, 'node_modules', '.bin', 'node');
  if (isInstalled(root) && (await isRightNode(node))) return node;

  const began = Date.now();
  process.stdout.write('Installing packages, which takes a minute or two the first time ...\n');
  await install(root);
  if (!(await isRightNode(node))) {
    throw new Error(`Node ${NODE_MAJOR} did not install: ${node} does not run as that version.`);
  }
  process.stdout.write(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  return node;
}
