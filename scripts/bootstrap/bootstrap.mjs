// Plain JavaScript without dependencies: it runs under whatever Node the machine has, before
// anything is installed.
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureInstalled } from './install.mjs';
import { runChild } from './run-child.mjs';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { withoutSecrets } from './without-secrets.mjs';

const OLDEST_NODE = 20;
// node:sqlite works and says at every start that it is experimental.
const QUIET = '--disable-warning=ExperimentalWarning';
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function refuseOldNode() {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return;
  throw new Error(
    `This needs Node ${OLDEST_NODE} or later to begin with, and found ${version}. Get one at https://nodejs.org.`,
  );
}

/**
 * Installs what is missing, then runs a TypeScript entry under the project's own Node. Ends the
 * process with the entry's exit code, or with 1 and a message when it cannot be run.
 * @param {string} entry path from the root of the repository
 * @param {{ secrets?: boolean }} [options] whether it may see the secrets in the environment
 */
export async function bootstrap(entry, { secrets = true } = {}) {
  process.env.STARTED_AT = String(Date.now());
  try {
    refuseOldNode();
    endWithNpm();
    process.chdir(root);
    const node = await ensureInstalled(root);
    const env = secrets ? process.env : withoutSecrets(process.env);
    process.exitCode = await runChild(node, [QUIET, join(root, entry), ...process.argv.slice(2)], {
      env: {
        NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
        ...env,
        PATH: [dirname(node), process.env.PATH].join(delimiter),
      },
      channel: true,
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
  process.exit();
}
