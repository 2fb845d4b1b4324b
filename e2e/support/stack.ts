import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Arrive } from '../../api/src/testing/client.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import type { DatabaseActs } from './databases.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The whole product as `npm start` runs it, on ports and data of its own. */
export interface Stack {
  url: string;
  sandboxUrl: string;
  mailUrl: string;
  /** The example product, where it was asked for. */
  exampleUrl: string;
  /** Kills every process at once, without a warning, and starts again on the same data. */
  killAndRestart(): Promise<void>;
  /** Kills only the process that `npm start` is, as a person with a task manager would. */
  killNpmAndRestart(): Promise<void>;
  /** Runs one of package.json's commands beside it, as an operator does; answers what it says. */
  command(name: string, ...given: string[]): Promise<string>;
  /**
   * Lets somebody in by the rows that a sign-up and a sign-in leave, without their mails and hashes. No other process
   * gets at the rows of PGlite.
   */
  letIn?: Arrive;
  /** Has every link to a new password expire a second ago; not with PGlite. */
  expireResetLinks?(): Promise<void>;
  /** Moves the sandbox's clock; resolves when everything that fell due has happened. */
  advanceDays(days: number): Promise<void>;
  /** The sandbox's time, in milliseconds since 1970. */
  now(): Promise<number>;
  stop(): Promise<void>;
}

/** Of which kind a stack is. */
export interface StackOptions {
  /** Whether it keeps its data with PGlite in its folder, as for somebody who has set no database. */
  pglite: boolean;
  /** Whether the demo's year is lived. */
  history: boolean;
  /** Whether the example product runs beside it. */
  example: boolean;
}

/** The database of the first start, which those of the stacks are copies of. */
const firstDatabase = 'stack_first';

/** Has something done in the databases, by the process that does it for all workers (`databases.ts`). */
async function inDatabases<Name extends keyof DatabaseActs>(
  act: Name,
  given: Parameters<DatabaseActs[Name]>[0],
): Promise<Awaited<ReturnType<DatabaseActs[Name]>>> {
  const body = JSON.stringify(given);
  const response = await fetch(`${process.env.STACK_DATABASES}/${act}`, { method: 'POST', body });
  if (!response.ok) throw new Error(`${act}: ${await response.text()}`);
  const { answer } = (await response.json()) as { answer: Awaited<ReturnType<DatabaseActs[Name]>> };
  return answer;
}

/**
 * Starts it on what the first start left (`first-start.ts`), which takes seconds of the processor to make
 * anew; `pglite`: from nothing; `history`: once the year is lived.
 */
export async function startStack({ pglite, history, example }: StackOptions): Promise<Stack> {
  const { env, dataDirectory } = await prepare({ history, example });
  const { STRIPE_SANDBOX_PORT: sandbox, PORT: app, MAIL_WEB_PORT: mailWeb } = env;
  if (!pglite) {
    await cp(process.env.STACK_FIRST_DATA ?? '', dataDirectory, { recursive: true });
    const name = `stack_${app}`;
    env.DATABASE_URL = await inDatabases('add', { name, from: firstDatabase });
  }
  const { DATABASE_URL: url } = env;
  let running = await launch(env, history ? /differences from Stripe$/m : undefined);
  const sandboxUrl = `http://localhost:${sandbox}`;

  const restartAfter = async (kill: (pid: number) => void): Promise<void> => {
    const exited = once(running, 'exit');
    kill(running.pid as number);
    await exited;
    running = await launch(env);
  };

  return {
    url: `http://localhost:${app}`,
    sandboxUrl,
    mailUrl: `http://localhost:${mailWeb}`,
    exampleUrl: `http://localhost:${env.EXAMPLE_PRODUCT_PORT}`,
    killAndRestart: () => restartAfter((pid) => process.kill(-pid, 'SIGKILL')),
    killNpmAndRestart: () => restartAfter((pid) => process.kill(pid, 'SIGKILL')),
    async command(name, ...given) {
      // Without an address of a database the server that runs does the work, whatever that has.
      const { DATABASE_URL: _, ...settings } = env;
      const run = ['run', '--silent', name, '--', ...given];
      const { stdout } = await promisify(execFile)('npm', run, { cwd: root, env: settings });
      return stdout;
    },
    ...(url && {
      letIn: (person) => inDatabases('letIn', { url, person }),
      expireResetLinks: () => inDatabases('expireResetLinks', { url }),
    }),
    async advanceDays(days) {
      const response = await fetch(`${sandboxUrl}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advance_days: days }),
      });
      if (!response.ok) throw new Error(`clock: ${response.status}`);
      // Stripe's events have arrived; with PGlite nobody else can see whether they were worked off.
      if (url) await inDatabases('untilWorkedOff', { url });
    },
    async now() {
      const answer = await (await fetch(`${sandboxUrl}/sandbox/clock`)).json();
      return (answer as { now: number }).now * 1000;
    },
    async stop() {
      await end(running);
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts it on an empty database and folder, and stops it as soon as it is ready. Answers the folder. */
export async function startFirst(): Promise<string> {
  const { env, dataDirectory } = await prepare({ history: false, example: false });
  env.DATABASE_URL = await inDatabases('add', { name: firstDatabase });
  const running = await launch(env);
  await end(running);
  return dataDirectory;
}

/** Has it stop as somebody at the terminal would, and waits until it has. */
async function end(running: ChildProcess): Promise<void> {
  const exited = once(running, 'exit');
  process.kill(-(running.pid as number), 'SIGTERM');
  await exited;
}

/** The settings of a stack, and its folder. */
async function prepare({ history, example }: Pick<StackOptions, 'history' | 'example'>) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'stack-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(await freePort()),
    STRIPE_SANDBOX_PORT: String(await freePort()),
    MAIL_WEB_PORT: String(await freePort()),
    MAIL_SMTP_PORT: String(await freePort()),
    DATA_DIR: dataDirectory,
    DEMO_HISTORY: String(history),
    EXAMPLE_PRODUCT: String(example),
    EXAMPLE_PRODUCT_PORT: String(await freePort()),
    // As in production; the demo's own admin needs none.
    REQUIRE_ADMIN_SECOND_FACTOR: 'true',
  };
  return { env, dataDirectory };
}

/**
 * Runs `npm start` in a process group of its own, until it says that it is ready, or that. Where a database
 * is set nobody kills npm, which takes half a second of the processor: what it runs is run without it.
 */
async function launch(env: NodeJS.ProcessEnv, until = /^Ready\b/m): Promise<ChildProcess> {
  const program = env.DATABASE_URL ? [process.execPath, 'scripts/start.mjs'] : ['npm', 'start'];
  const [run = '', ...given] = program;
  const child = spawn(run, given, { cwd: root, env, detached: true, stdio: 'pipe' });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (until.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  return child;
}
