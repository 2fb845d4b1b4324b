import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepThreadsBusy } from '../testing/busy-threads.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a flood of sign-ins is refused in part, and a moment later all is as before', async () => {
  const { user } = await server.client.newUser();
  const attempt = (n: number) =>
    server.client.post('/login', { email: `nobody.${n}@hospital.test`, password: 'Not-this-1' });
  // The threads that hash are taken for a while, as by passwords that cost what they do in use.
  const taken = keepThreadsBusy(30);
  const flood = Promise.all(Array.from({ length: 600 }, (_, n) => attempt(n)));
  // Whether the process lives can be asked in the middle of it.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const replies = await flood;
  const statuses = replies.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  const shed = replies.find(({ status }) => status === 503);
  expect(shed?.headers.get('retry-after')).toBe('5');
  expect(shed?.body.error).toBe('The server is very busy. Please try again in a few seconds.');
  await taken;
  const began = performance.now();
  await server.client.logIn(user.email, 'Retina-2026');
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('callers who hang up leave nothing behind', async () => {
  for (let round = 0; round < 3; round += 1) {
    const impatient = Array.from({ length: 200 }, async () => {
      const signal = AbortSignal.timeout(5);
      await fetch(`${server.url}/api/plans`, { signal }).catch(() => undefined);
    });
    await Promise.all(impatient);
  }
  const calls = await Promise.all(Array.from({ length: 50 }, () => server.client.get('/plans')));
  expect(calls.every(({ status }) => status === 200)).toBe(true);
});

it('callers whose bodies do not arrive keep nobody out', async () => {
  const { port } = new URL(server.url);
  const head = [
    ...['POST /api/login HTTP/1.1', 'Host: a', 'Content-Type: application/json'],
    ...['Content-Length: 99', 'Expect: 100-continue', '', ''],
  ].join('\r\n');
  const slow = Array.from({ length: 450 }, () => connect(Number(port), '127.0.0.1'));
  // Each is told to go on, or refused: then the server knows of it.
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  await Promise.all(
    slow.map((socket) => {
      const told = once(socket, 'data');
      socket.write(head);
      return told;
    }),
  );
  const { status } = await server.client.post('/login', {
    email: 'nobody@hospital.test',
    password: 'Not-this-1',
  });
  for (const socket of slow) socket.destroy();
  expect(status).toBe(401);
});
