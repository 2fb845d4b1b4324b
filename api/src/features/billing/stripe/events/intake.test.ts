import { setImmediate, setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function takeBurst(): Promise<void> {
  const { intake } = server.services;
  const event = () => ({ id: `evt_${uuid()}`, type: 'price.created', createdAt: new Date() });
  await Promise.all(Array.from({ length: 30 }, () => intake.take(event())));
}

it('work waits while events come in bursts', async () => {
  const { intake } = server.services;
  await takeBurst();
  const calm = intake.untilCalm().then(() => 'calm');
  expect(await Promise.race([calm, setTimeout(20, 'bursting')])).toBe('bursting');
  expect(await calm).toBe('calm');
});

it('work waits no longer than a second, however many events come', async () => {
  let isCalm = false;
  await takeBurst();
  const calm = server.services.intake.untilCalm().then(() => {
    isCalm = true;
  });
  const deadline = AbortSignal.timeout(10_000);
  while (!isCalm && !deadline.aborted) {
    await takeBurst();
    // PGlite answers without ever letting a timer run.
    await setImmediate();
  }
  expect(deadline.aborted).toBe(false);
  await calm;
});
