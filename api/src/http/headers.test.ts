import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { auditLog } from '../db/schema.ts';
import { readEnv } from '../env.ts';
import { person } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const partner = 'https://app.partner.example';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ CORS_ORIGINS: ` ${partner}, https://other.example` });
});
afterAll(() => server.close());

const call = (path: string, init?: RequestInit) => fetch(server.url + path, init);

describe.each([
  ['a success', '/api/plans', 200],
  ['a refusal', '/api/user', 401],
  ['an unknown call', '/api/nothing', 404],
  ['an address that cannot be read', '/api/%', 400],
  ['the health page', '/readyz', 200],
  ['an unknown page', '/nothing', 404],
])('%s', (_what, path, status) => {
  it('carries every guard', async () => {
    const init = path === '/nothing' ? { method: 'POST' } : {};
    const { headers, status: answered } = await call(path, init);
    expect(answered).toBe(status);
    const csp = headers.get('content-security-policy') ?? '';
    expect(csp.split(';')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('an answer of the API', () => {
  it('is stored by nobody and has an id of its own, which stands in the log', async () => {
    const paths = ['/api/plans', '/api/user', '/api/nothing', '/readyz', '/api/openapi.json'];
    const answers = await Promise.all(paths.map((path) => call(path)));
    const stored = answers.map(({ headers }) => headers.get('cache-control'));
    expect(stored).toEqual(paths.map(() => 'no-store'));
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    expect(new Set(ids).size).toBe(paths.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is the same for every visitor, whether it is made now or was before', async () => {
    const ask = async (init?: RequestInit, query = '') => {
      const answer = await call(`/api/plans${query}`, init);
      const { 'x-request-id': id, ...headers } = Object.fromEntries(answer.headers);
      // Of the connection and the moment, not of the answer.
      for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
      return { status: answer.status, body: await answer.text(), headers, id };
    };
    // What is asked with a query, or by another site, is made anew each time.
    const made = await ask({}, '?made=now');
    expect(made.headers['content-security-policy']).toContain("default-src 'self'");
    const kept = [await ask(), await ask(), await ask()];
    for (const one of kept) expect(one).toEqual({ ...made, id: expect.any(String) });
    expect(new Set([made, ...kept].map(({ id }) => id)).size).toBe(4);
    const { headers } = await ask({ headers: { origin: partner } });
    expect(headers['access-control-allow-origin']).toBe(partner);
    expect((await ask()).headers).toEqual(made.headers);
    const asked = await ask({ method: 'HEAD' });
    expect(asked).toMatchObject({ status: 200, body: '', headers: made.headers });
    const { client } = await server.client.newUser();
    expect((await client.get('/plans')).status).toBe(200);
  });

  it('does not take its id from the caller', async () => {
    const { headers } = await call('/api/plans', { headers: { 'x-request-id': 'mine' } });
    expect(headers.get('x-request-id')).not.toBe('mine');
  });
});

describe('a page of another site', () => {
  const preflight = (origin: string) =>
    call('/api/login', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it.each([
    'https://evil.example',
    `${partner}.evil.example`,
    'null',
    'http://app.partner.example',
  ])('at %s is let in nowhere', async (origin) => {
    for (const answer of [
      await preflight(origin),
      await call('/api/plans', { headers: { origin } }),
    ]) {
      const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
      expect(names).toEqual([]);
    }
    expect((await preflight(origin)).status).toBe(404);
  });

  it('at a configured origin may call, and its browser is told with what', async () => {
    const asked = await preflight(partner);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(partner);
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const { headers } = await call('/api/user', { headers: { origin: partner } });
    expect(headers.get('access-control-allow-origin')).toBe(partner);
    expect(headers.get('vary')).toContain('origin');
  });

  it.each(['https://app.example/path', '*', 'app.example'])(
    'cannot be configured as %s',
    (text) => {
      expect(() => readEnv({ CORS_ORIGINS: text })).toThrow(/CORS_ORIGINS: must be origins/);
    },
  );
});

it('forwarded headers of a stranger are not believed', async () => {
  const { email } = person();
  await server.client.post(
    '/login',
    { email, password: 'Not-this-1' },
    { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
  );
  const entries = await server.services.db.select().from(auditLog);
  const mine = entries.filter(({ target }) => target === email);
  expect(mine.map(({ address }) => address)).toEqual(['127.0.0.1']);
});

describe('the documentation', () => {
  it('lets its page ask nobody else', async () => {
    const { headers, status } = await call('/api/docs/static/index.html');
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("img-src 'self' data:;");
    expect(policy).not.toMatch(/https:|swagger\.io/);
    expect(await (await call('/api/docs/static/swagger-initializer.js')).text()).toMatch(
      /"?validatorUrl"?: ?null/,
    );
  });

  it.each([
    [{ NODE_ENV: 'production' }, 404],
    [{ NODE_ENV: 'production', API_DOCS: 'true' }, 200],
    [{ NODE_ENV: 'development' }, 200],
    [{ NODE_ENV: 'development', API_DOCS: 'false' }, 404],
  ] as const)('with %o is answered with %i', async (settings, status) => {
    const { services, database } = server;
    const env = { ...services.env, ...settings };
    const app = await createApp({ ...services, env }, database, new Map());
    for (const url of ['/api/openapi.json', '/api/docs/static/logo.svg']) {
      expect((await app.inject(url)).statusCode).toBe(status);
    }
    await app.close();
  });
});

describe('security.txt', () => {
  it('says whom to tell of a hole, in a file that does not run out (RFC 9116)', async () => {
    const answer = await call('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await answer.text()).trimEnd().split('\n');
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)));
    expect(fields).toEqual({
      Contact: 'mailto:support@fernlea-health.example',
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      'Preferred-Languages': 'en',
      Canonical: `${server.services.env.APP_URL}/.well-known/security.txt`,
      Policy: `${server.services.env.APP_URL}/terms#acceptable-use`,
    });
    const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });
});
