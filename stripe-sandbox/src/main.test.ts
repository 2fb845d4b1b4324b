import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf } from './testing/harness.ts';

/** The command line in a process of its own, ready to answer. */
async function launch(dataFile: string) {
  const child = fork(new URL('./main.ts', import.meta.url), {
    env: { ...process.env, STRIPE_SANDBOX_PORT: '0', STRIPE_SANDBOX_DATA: dataFile },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    silent: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return { child, stripe: clientOf(Number(new URL(message.url).port), { maxNetworkRetries: 0 }) };
}

async function ended(child: ChildProcess) {
  return child.exitCode ?? child.signalCode ?? (await once(child, 'exit'))[0];
}

test('a killed process loses nothing it has answered', async () => {
  const dataFile = `${mkdtempSync(`${tmpdir()}/stripe-sandbox-`)}/data.sqlite`;
  const first = await launch(dataFile);
  const answered: string[] = [];
  const writing = (async () => {
    for (;;) {
      const { id } = await first.stripe.customers.create({});
      if (answered.push(id) === 20) first.child.kill('SIGKILL');
    }
  })();
  await expect(writing).rejects.toThrow();
  await ended(first.child);

  const second = await launch(dataFile);
  const kept = await second.stripe.customers.list({ limit: 100 });
  expect(kept.data.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
  const events = await second.stripe.events.list({ limit: 100, type: 'customer.created' });
  expect(events.data).toHaveLength(kept.data.length);
});

test('the process ends by itself when its parent lets go of it', async () => {
  const { child } = await launch(':memory:');
  child.disconnect();
  expect(await ended(child)).toBe(0);
});
