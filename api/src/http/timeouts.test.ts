import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Sends a beginning and nothing more; answers what came back, and after how many seconds. */
async function begin(part: string): Promise<{ answer: string; seconds: number }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const began = performance.now();
  socket.write(part);
  const answer = await text(socket);
  return { answer, seconds: (performance.now() - began) / 1000 };
}

describe.concurrent('a caller who is slow on purpose', () => {
  it('with its headers is let go after 15 s', async ({ expect }) => {
    const { answer, seconds } = await begin('POST /api/login HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect(seconds).toBeGreaterThan(14);
    expect(seconds).toBeLessThan(19);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('with its body is let go after 30 s', async ({ expect }) => {
    const { answer, seconds } = await begin(
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(34);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).not.toMatch(/\.ts:|at /);
  });
});

it('a request that is no HTTP is answered with 400 and nothing of ours', async () => {
  const { answer } = await begin('nonsense\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toMatch(/\.ts:|node:/);
});

it.each([
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 90\r\n'],
  ['chunks that are none at the end', 'Transfer-Encoding: chunked, identity\r\n'],
])(
  'whose length is told in two ways is answered once, with a refusal: %s',
  async (_what, length) => {
    const second = 'GET /api/plans HTTP/1.1\r\nHost: a\r\n\r\n';
    const { answer } = await begin(
      `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n0\r\n\r\n${second}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  },
);

it('headers of 20 kB are refused', async () => {
  const { answer } = await begin(`GET /api/plans HTTP/1.1\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});
