import { join } from 'node:path';
import { readEnv } from '../../api/src/env.ts';
import { build } from './build.ts';
import { takeLock } from './lock.ts';
import { isFree, waitForPorts } from './ports.ts';
import { loadSecrets } from './secrets.ts';
import { app, exampleProduct, mailCatcher, stripeSandbox } from './servers.ts';
import type { Settings } from './settings.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { welcome } from './welcome.ts';

type Say = (line: string) => void;

async function startServers(
  settings: Settings,
  supervisor: Supervisor,
  say: Say,
  stop: AbortSignal,
): Promise<void> {
  const secrets = loadSecrets(settings.dataDir);
  const main = app(settings, secrets);
  readEnv(main.env);
  say('Starting ...');
  await Promise.all([
    build(say, stop),
    settings.sandbox && supervisor.start(stripeSandbox(settings, secrets)),
    settings.mailCatcher && supervisor.start(mailCatcher(settings)),
  ]);
  // The app comes last: its first start fills the database with the help of the other two.
  await supervisor.start(main);
  if (settings.example) await supervisor.start(exampleProduct(settings, secrets));
}

/** Whether its port is free: nothing else depends on the example. */
async function mayStartExample({ port }: Settings, say: Say): Promise<boolean> {
  const wanted = port('EXAMPLE_PRODUCT_PORT');
  if (await isFree('EXAMPLE_PRODUCT_PORT', wanted)) return true;
  say(`Port ${wanted} is used, so the example product is left out (EXAMPLE_PRODUCT_PORT).`);
  return false;
}

/** Calls a function at most once, whatever happens afterwards. */
function once(run: () => void): () => void {
  let called = false;
  return () => {
    if (!called) run();
    called = true;
  };
}

/** Rejects when `stop` is aborted, so that whatever is being waited for is given up. */
const rejectOn = (stop: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
  });

/**
 * Runs the whole system on this machine until `stop` is aborted, and takes it down again. It never
 * resolves: it rejects, everything being down, when it is stopped, when something cannot start or
 * when a server ends by itself.
 * @param began when the start was asked for, in milliseconds since 1970
 */
export async function runDemo(
  settings: Settings,
  say: Say,
  stop: AbortSignal,
  began: number,
): Promise<never> {
  const { dataDir, appUrl, used, port } = settings;
  const stopped = rejectOn(stop);
  const wait = once(() => say('Waiting for the earlier instance to end ...'));
  const lock = await Promise.race([takeLock(dataDir, appUrl, wait), stopped]);
  const supervisor = createSupervisor(join(dataDir, 'logs'), say, (children) =>
    lock.record({ children }),
  );

  try {
    await Promise.race([waitForPorts(used.map((name) => [name, port(name)])), stopped]);
    const example = settings.example && (await mayStartExample(settings, say));
    const shown = { ...settings, example };
    const ready = startServers(shown, supervisor, say, stop);
    await Promise.race([ready, supervisor.broken, stopped]);
    say(welcome(shown, began));
    return await Promise.race([supervisor.broken, stopped]);
  } finally {
    lock.record({ stopping: true });
    await supervisor.stop();
    lock.release();
  }
}
