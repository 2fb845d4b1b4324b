import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sentryDsn } from '../env/sentry-dsn.ts';
import { startLeadingElsewhere } from '../testing/leading-elsewhere.ts';
import { createErrorTracker } from './error-tracker.ts';
import { createLog } from './log.ts';

let tracker: Server;
let told: { path?: string; auth?: unknown; parts: unknown[] }[];
beforeEach(async () => {
  told = [];
  tracker = createServer(async (request, response) => {
    const parts = (await text(request))
      .trim()
      .split('\n')
      .map((part) => JSON.parse(part));
    told.push({ path: request.url, auth: request.headers['x-sentry-auth'], parts });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(tracker, 'listening');
});
afterEach(() => void tracker.close());

function trackedLog() {
  const { port } = tracker.address() as AddressInfo;
  const dsn = sentryDsn.parse(`http://public@127.0.0.1:${port}/errors/7`);
  const track = createErrorTracker(dsn, { release: '1.2.3', environment: 'production' });
  return createLog('info', { write: () => {} }, track);
}

it('an error is told with where it was, and nothing of whom it happened to (product S601)', async () => {
  const log = trackedLog();
  const failed = Object.assign(
    new Error('550 <ada@hospital.test>: Failed query\nparams: Ada,secret'),
    {
      code: 'EENVELOPE',
      detail: 'Failing row contains (Ada)',
      params: ['Ada'],
    },
  );
  log.warn({ err: failed }, 'a warning');
  log
    .child({ reqId: 'r-1' })
    .error({ err: failed, userId: 'u-1', data: { name: 'Ada' } }, 'request failed');
  await expect.poll(() => told).toHaveLength(1);
  const [{ path, auth, parts }] = told as [(typeof told)[number]];
  expect(path).toBe('/errors/api/7/envelope/');
  expect(auth).toContain('sentry_version=7');
  expect(auth).toContain('sentry_key=public');
  const [head, item, event] = parts as [{ event_id: string }, object, Record<string, unknown>];
  expect(item).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: head.event_id,
    level: 'error',
    release: '1.2.3',
    environment: 'production',
    message: { formatted: 'request failed' },
    tags: { request: 'r-1', code: 'EENVELOPE' },
  });
  const [{ type, stacktrace }] = (
    event.exception as {
      values: [{ type: string; stacktrace: { frames: { filename: string }[] } }];
    }
  ).values;
  expect(type).toBe('Error');
  expect(stacktrace.frames.at(-1)?.filename).toContain('error-tracker.test.ts');
  for (const secret of ['Ada', 'secret', '@', 'u-1']) {
    expect(JSON.stringify(parts)).not.toContain(secret);
  }
});

it('of a crowd of errors the first thirty are told, and a tracker that is away changes nothing', async () => {
  const log = trackedLog();
  for (let count = 0; count < 50; count += 1) log.error(`failure ${count}`);
  await expect.poll(() => told).toHaveLength(30);
  tracker.closeAllConnections();
  tracker.close();
  const { address } = sentryDsn.parse('http://public@127.0.0.1:9/7');
  const track = createErrorTracker(
    { address, publicKey: 'k' },
    { release: '1', environment: 'test' },
  );
  expect(() => createLog('info', { write: () => {} }, track).fatal('no tracker')).not.toThrow();
});

it('a redirect of the tracker is not followed', async () => {
  const { port, asked, close } = await startLeadingElsewhere();
  const { address } = sentryDsn.parse(`http://public@127.0.0.1:${port}/7`);
  const track = createErrorTracker(
    { address, publicKey: 'k' },
    { release: '1', environment: 'test' },
  );
  const log = createLog('info', { write: () => {} }, track);
  log.error('one');
  await expect.poll(() => asked).toHaveLength(1);
  log.error('another');
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(asked).not.toContain('/elsewhere');
  close();
});

it.each([
  'https://errors.example/1',
  'ftp://key@errors.example/1',
  'https://key@errors.example/',
  'key',
])('%s is no address of a tracker', (text) => {
  expect(sentryDsn.safeParse(text).success).toBe(false);
});
