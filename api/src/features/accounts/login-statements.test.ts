import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { person } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

it('a login on a known device asks the database twice', async () => {
  const { email, password } = person();
  await server.client.newUser({ email, password });
  const { device } = (await server.client.post('/login', { email, password })).body.data;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  expect((await server.client.post('/login', { email, password, device })).status).toBe(200);
  const asked = query.mock.calls.map(([first]) => {
    const { text = '' } =
      typeof first === 'string' ? { text: first } : (first as { text?: string });
    return /begin_try|end_try|users|sessions|rate_limits/.exec(text)?.[0];
  });
  // The queue's own statements go on beside it.
  expect(asked.filter((what) => what !== undefined)).toHaveLength(2);
});
