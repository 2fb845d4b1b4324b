import { formatLongDate } from 'contract/format';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { legalChanges, legalVersions } from '../../db/schema.ts';
import type { Page, Site } from '../../http/site.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { currentTexts } from './texts.ts';

let server: TestServer;
let app: FastifyInstance;
beforeAll(async () => {
  server = await startTestServer();
  const page = (text: string): Page => ({
    guard: { 'content-security-policy': "default-src 'self'" },
    type: 'text/html; charset=utf-8',
    cacheControl: 'public, no-cache',
    variants: new Map([['identity', { etag: '"1"', bytes: Buffer.from(text) }]]),
  });
  const site: Site = new Map([
    ['/privacy', page('<header>Site</header><main id="main">Today</main><footer>End</footer>')],
    ['/terms', page('<main id="main">Today</main>')],
    ['/404', page('Nothing here')],
    ['/__spa-fallback.html', page('')],
  ]);
  app = await createApp(server.services, server.database, site);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

it('a version that some build had stays readable, in the site of today', async () => {
  await server.services.db.insert(legalVersions).values({
    version: 'a'.repeat(32),
    kind: 'privacy',
    firstUsedAt: new Date('2025-08-25T10:00:00Z'),
    documents: {
      version: 1,
      documents: [
        {
          id: 'privacy-policy',
          summary: 'What was said <before>.',
          sections: [
            {
              id: 'rights',
              title: 'Your rights',
              blocks: [
                ['Write to ', { link: 'mailto:old@example.test', text: 'us' }, '.'],
                { list: [[{ strong: 'One:' }, ' a copy']] },
                { head: ['Name'], rows: [[[{ code: 'authToken' }]]] },
              ],
            },
          ],
        },
      ],
    },
  });
  const { statusCode, body, headers } = await app.inject(`/privacy?version=${'a'.repeat(32)}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'self'",
    'x-robots-tag': 'noindex',
  });
  for (const part of [
    ...['<header>Site</header><main id="main">', '</main><footer>End</footer>'],
    'an earlier version, first used on 25 August 2025. <a href="/privacy">',
    ...['<p>What was said &lt;before&gt;.</p>', '<h3>1. Your rights</h3>'],
    'Write to <a href="mailto:old@example.test">us</a>.',
    ...['<li><strong>One:</strong> a copy</li>', '<td><code>authToken</code></td>'],
  ]) {
    expect(body).toContain(part);
  }
  expect(body).not.toContain('Today');
});

it('the versions of this build are kept as it starts, and one that never was is not found', async () => {
  for (const [address, { version }] of [
    ['/terms', currentTexts.terms],
    ['/privacy', currentTexts.privacy],
  ] as const) {
    const { body } = await app.inject(`${address}?version=${version}`);
    expect(body).toContain('This is the version of today');
  }
  expect((await app.inject('/terms')).body).toContain('Today');
  for (const unknown of ['b'.repeat(32), '1', '../..', `x&version=${'a'.repeat(32)}`]) {
    const { statusCode, body } = await app.inject(`/terms?version=${unknown}`);
    expect([statusCode, body], unknown).toEqual([404, 'Nothing here']);
  }
});

it('while a change is announced its page says from when it holds, and that of the version before until when', async () => {
  const { db } = server.services;
  const { version } = currentTexts.privacy;
  const before = 'a'.repeat(32);
  const change = {
    kind: 'privacy',
    version,
    says: 'We keep less.',
    inForceOn: '2099-03-01',
  } as const;
  const id = '0198c000-0000-7000-8000-0000000000c0';
  await db.insert(legalChanges).values({ ...change, id });
  const bodyOf = async (named: string) => (await app.inject(`/privacy?version=${named}`)).body;
  const opened = `For accounts opened before ${formatLongDate(new Date())} it holds`;
  expect(await bodyOf(version)).toContain(
    `${opened} from 1 March 2099, or from 30 days after our email about it where that is later.`,
  );
  expect(await bodyOf(before)).toContain(`${opened} until 1 March 2099.`);
  await db.update(legalChanges).set({ inForceOn: '2026-01-01' });
  for (const named of [version, before]) expect(await bodyOf(named)).not.toContain('it holds');
});
