import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../../db/schema.ts';
import type { Client } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { advanceDays, subscribe } from '../../../testing/subscriber.ts';

const [newKey, oldKey] = [0, 1].map(() => randomBytes(32).toString('base64url'));
const portfolioSite = 'https://portfolio.fernlea-health.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    PRODUCT_LOGIN_KEYS: `${newKey}, ${oldKey}`,
    PRODUCT_LOGIN_TOKENS: 'portfolio',
  });
});
afterAll(() => server.close());

const open = (client: Client, product: string) => client.post(`/user/products/${product}/open`);

async function tokenOf(client: Client): Promise<string> {
  const { status, body } = await open(client, 'portfolio');
  expect(status).toBe(200);
  const url = new URL(body.url);
  expect(url.origin + url.pathname).toBe(`${portfolioSite}/login`);
  return url.searchParams.get('token') ?? '';
}

async function fetchKeys() {
  const answer = await fetch(`${server.url}/.well-known/jwks.json`);
  return { answer, keys: (await answer.json()) as JSONWebKeySet };
}

describe('opening a product', () => {
  it('leads to it with a token that says who comes and what they hold', async () => {
    const { client, user } = await server.client.newUser({ first_name: 'Zoë' });
    await subscribe(client, 'combined', 'yearly');
    const { keys } = await fetchKeys();
    const { payload } = await jwtVerify(await tokenOf(client), createLocalJWKSet(keys), {
      issuer: server.url,
      audience: portfolioSite,
    });
    expect(payload).toMatchObject({
      sub: user.id,
      email: user.email,
      email_verified: true,
      given_name: 'Zoë',
      family_name: 'Nair',
      product: 'portfolio',
      subscription: { name: 'Complete Bundle', plan: 'Yearly', status: 'trial' },
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const entries = await server.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, user.id));
    expect(entries.filter(({ action }) => action === 'product.opened')).toMatchObject([
      { target: 'portfolio', address: '127.0.0.1' },
    ]);
  });

  it('is written down once in a quarter of an hour for each product', async () => {
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'combined', 'monthly');
    for (const product of ['portfolio', 'cataract', 'portfolio']) {
      expect((await open(client, product)).status).toBe(200);
    }
    const entries = await server.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'product.opened')))
      .orderBy(auditLog.id);
    expect(entries.map(({ target }) => target)).toEqual(['portfolio', 'cataract']);
  });

  it('without tokens leads to its plain page', async () => {
    const { client } = await server.client.newUser();
    await subscribe(client, 'cataract', 'monthly');
    const { body } = await open(client, 'cataract');
    expect(body.url).toBe('https://cataract.fernlea-health.example/login');
    const { subscriptions } = (await client.get('/user/subscriptions')).body;
    expect(subscriptions[0].login_urls).toEqual([
      { name: 'Cataract Connect', url: body.url, product: 'cataract', with_token: false },
    ]);
  });

  it('asks at each click whether it is held now', async () => {
    const { client } = await server.client.newUser();
    expect((await open(client, 'portfolio')).status).toBe(409);
    await subscribe(client, 'portfolio', 'monthly');
    expect((await open(client, 'cataract')).status).toBe(409);
    const { id } = (await client.get('/user/subscriptions')).body.subscriptions[0];
    expect((await open(client, 'portfolio')).status).toBe(200);
    await client.post(`/user/subscriptions/${id}/cancel`);
    await advanceDays(server, 31);
    const reply = await open(client, 'portfolio');
    expect(reply.status).toBe(409);
    expect(reply.body.error).toContain('You do not hold Portfolio Builder');
  });

  it.each(['combined', 'https:%2F%2Fevil.example', 'nothing'])(
    'leads nowhere but to a product: %s',
    async (name) => {
      const { client } = await server.client.newUser();
      expect((await open(client, name)).status).toBe(422);
    },
  );
});

describe('the keys', () => {
  it('are published all, without their private halves; the first one signs', async () => {
    const { answer, keys } = await fetchKeys();
    expect(answer.headers.get('content-type')).toContain('application/jwk-set+json');
    expect(keys.keys).toHaveLength(2);
    for (const key of keys.keys) {
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
      expect(key).not.toHaveProperty('d');
    }
    const { client } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    expect(decodeProtectedHeader(await tokenOf(client)).kid).toBe(keys.keys[0]?.kid);
  });
});

describe('the example for product developers', () => {
  it('takes a token once, and none for another product', async () => {
    const guide = new URL('../../../../../docs/product-logins.md', import.meta.url);
    const code = /```js\n([\s\S]+?)```/.exec(await readFile(guide, 'utf8'))?.[1] ?? '';
    const { client, user } = await server.client.newUser();
    await subscribe(client, 'portfolio', 'monthly');
    const run = (tokens: string[], ours: string, guide = code) =>
      promisify(execFile)(
        process.execPath,
        ['--input-type=module', '-e', `${guide}\n${tryAll}`, ...tokens],
        {
          cwd: new URL('.', import.meta.url).pathname,
          env: { ...process.env, SUBSCRIPTIONS_SITE: server.url, OUR_ORIGIN: ours },
        },
      ).then(({ stdout }) => JSON.parse(stdout));
    const token = await tokenOf(client);
    // Which were used before it started it does not know.
    const fromBefore = ['This login is from before our start'];
    expect(await run([token], portfolioSite)).toEqual(fromBefore);
    const started = code.replace('Math.ceil(Date.now() / 1000)', '0');
    expect(await run([token, token, `${token}x`], portfolioSite, started)).toEqual([
      user.email,
      'This login was used before',
      'signature verification failed',
    ]);
    expect(await run([token], 'https://cataract.fernlea-health.example')).toEqual([
      'unexpected "aud" claim value',
    ]);
  });
});

const tryAll = `const outcomes = [];
for (const token of process.argv.slice(1)) {
  outcomes.push(await signIn(token).then(({ email }) => email, ({ message }) => message));
}
console.log(JSON.stringify(outcomes));`;
