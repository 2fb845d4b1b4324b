import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconciliationRuns } from '../../../db/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { subscribe } from '../../../testing/subscriber.ts';
import { reconcile } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a comparison that breaks off changes nothing, and is told beside the last that finished', async () => {
  const { client } = await server.client.newUser();
  await subscribe(client, 'portfolio', 'monthly');
  await server.settled();
  const admin = await server.admin();
  const report = async () => (await admin.get('/admin/reconciliation')).body;
  expect(await report()).toMatchObject({ run: null, unfinished: null });
  await reconcile(server.services);
  const before = await report();
  expect(before).toMatchObject({ run: { checked: 1, found: 0 }, unfinished: null });

  await server.closeSandbox();
  await expect(reconcile(server.services)).rejects.toThrow();
  expect(await report()).toMatchObject({
    run: before.run,
    unfinished: { started_at: expect.any(String), checked: 0 },
  });
  expect(await server.services.db.$count(reconciliationRuns)).toBe(2);
  expect((await client.get('/user')).body.data.hasActiveSubscription).toBe(true);
});
