import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Reply } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { shedLoad } from './overload.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a flood of sign-ins is refused in part, and a moment later all is as before', async () => {
  const { user } = await server.client.newUser();
  const attempt = (n: number) =>
    server.client.post('/login', { email: `nobody.${n}@hospital.test`, password: 'Not-this-1' });
  const locked = Promise.withResolvers<void>();
  const isShed = ({ status, body }: Reply) =>
    status === 503 && body.error === 'The server is very busy. Please try again in a few seconds.';
  const shed = Promise.withResolvers<Reply | undefined>();
  // Nobody's sign-in goes on until one was refused, however slowly they come.
  const held = server.services.db.transaction(async (transaction) => {
    await transaction.execute('lock table users in access exclusive mode');
    locked.resolve();
    await shed.promise;
  });
  await locked.promise;
  const flood = Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const reply = await attempt(n);
      if (isShed(reply)) shed.resolve(reply);
      return reply;
    }),
  ).finally(() => shed.resolve(undefined));
  // Whether the process lives can be asked in the middle of it.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const statuses = (await flood).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect((await shed.promise)?.headers.get('retry-after')).toBe('5');
  await held;
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

/** A server with two places, where each request ends when it is told to. */
async function startTwoPlaces(waitMs: number) {
  const app = Fastify({ forceCloseConnections: true });
  shedLoad(app, 2, waitMs);
  const ends = new Map<string, () => void>();
  const order: string[] = [];
  app.all<{ Params: { name: string } }>('/:name', async ({ params }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(params.name, resolve);
    order.push(params.name);
    await promise;
    return {};
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const ask = async (name: string, init?: RequestInit) =>
    (await fetch(`${url}/${name}`, init)).status;
  const begun = (...names: string[]) => expect.poll(() => order, { interval: 5 }).toEqual(names);
  return { ask, begun, end: (name: string) => ends.get(name)?.() };
}

it('what finds no place waits for one, in the order of its coming', async () => {
  const { ask, begun, end } = await startTwoPlaces(60_000);
  const all = [ask('a')];
  await begun('a');
  all.push(ask('b', { method: 'POST', body: 'b' }));
  await begun('a', 'b');
  all.push(ask('c'));
  await setTimeout(50);
  all.push(ask('d', { method: 'POST', body: 'd' }));
  await setTimeout(50);
  end('b');
  await begun('a', 'b', 'c');
  end('a');
  await begun('a', 'b', 'c', 'd');
  end('c');
  end('d');
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200]);
});

it('who waits too long for a place is refused', async () => {
  const { ask, begun, end } = await startTwoPlaces(100);
  const first = [ask('a')];
  await begun('a');
  first.push(ask('b'));
  await begun('a', 'b');
  expect(await ask('late')).toBe(503);
  end('a');
  end('b');
  expect(await Promise.all(first)).toEqual([200, 200]);
});

it('who hangs up while waiting takes no place', async () => {
  const { ask, begun, end } = await startTwoPlaces(60_000);
  const all = [ask('a')];
  await begun('a');
  all.push(ask('b'));
  await begun('a', 'b');
  await expect(ask('gone', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  await setTimeout(50);
  end('a');
  all.push(ask('c'));
  await begun('a', 'b', 'c');
  end('b');
  all.push(ask('d'));
  await begun('a', 'b', 'c', 'd');
  end('c');
  end('d');
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200]);
});
