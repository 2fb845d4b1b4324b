import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The whole product as `npm start` runs it, on ports and data of its own. */
export interface Stack {
  url: string;
  sandboxUrl: string;
  mailUrl: string;
  /** Kills every process at once, without a warning, and starts again on the same data. */
  killAndRestart(): Promise<void>;
  /** Kills only the process that `npm start` is, as a person with a task manager would. */
  killNpmAndRestart(): Promise<void>;
  /** Stops, lets somebody at the folder of the data, and starts again. */
  whileStopped(act: (dataDirectory: string) => Promise<void>): Promise<void>;
  /** Moves the sandbox's clock; resolves when everything that fell due has happened. */
  advanceDays(days: number): Promise<void>;
  /** The sandbox's time, in milliseconds since 1970. */
  now(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it; `history`: with the demo's year, and once that is lived. */
export async function startStack({ history = false } = {}): Promise<Stack> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'stack-'));
  const [app, sandbox, mailWeb, mailSmtp] = await freePorts(4);
  const env = {
    ...process.env,
    PORT: String(app),
    STRIPE_SANDBOX_PORT: String(sandbox),
    MAIL_WEB_PORT: String(mailWeb),
    MAIL_SMTP_PORT: String(mailSmtp),
    DATA_DIR: dataDirectory,
    DEMO_HISTORY: String(history),
  };
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
    killAndRestart: () => restartAfter((pid) => process.kill(-pid, 'SIGKILL')),
    killNpmAndRestart: () => restartAfter((pid) => process.kill(pid, 'SIGKILL')),
    async whileStopped(act) {
      const exited = once(running, 'exit');
      process.kill(-(running.pid as number), 'SIGTERM');
      await exited;
      await act(dataDirectory);
      running = await launch(env);
    },
    async advanceDays(days) {
      const response = await fetch(`${sandboxUrl}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advance_days: days }),
      });
      if (!response.ok) throw new Error(`clock: ${response.status}`);
    },
    async now() {
      const answer = await (await fetch(`${sandboxUrl}/sandbox/clock`)).json();
      return (answer as { now: number }).now * 1000;
    },
    async stop() {
      const exited = once(running, 'exit');
      process.kill(-(running.pid as number), 'SIGTERM');
      await exited;
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs `npm start` in a process group of its own, until it says that it is ready, or that. */
async function launch(env: NodeJS.ProcessEnv, until = /^Ready\b/m): Promise<ChildProcess> {
  const child = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: 'pipe' });
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

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
