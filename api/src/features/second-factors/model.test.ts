import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { rateLimits } from '../../db/schema.ts';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { person, type Reply } from '../../testing/client.ts';
import { factorKills } from '../../testing/factor-kills.ts';
import { factors, hasFactor, logIn, putCodes, type Truth } from '../../testing/factor-truth.ts';
import { type MortalTwin, startMortalTwin } from '../../testing/mortal-twin.ts';
import { startTestServer, startTwin, type TestServer } from '../../testing/server.ts';
import { codeOf } from '../../testing/totp.ts';
import { resetFactors } from './reset.ts';

let server: TestServer;
let twin: Awaited<ReturnType<typeof startTwin>>;
let mortal: MortalTwin;
beforeAll(async () => {
  server = await startTestServer();
  twin = await startTwin(server);
  mortal = await startMortalTwin(server);
});
afterAll(async () => {
  await twin.close();
  await server.close();
});
afterEach(() => void vi.useRealTimers());

interface Step {
  act: keyof typeof acts;
  tab: 0 | 1;
  /** Which of several. */
  pick: number;
}

const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).toSorted();
const at = <One>(all: One[], { pick }: Step) => all[pick % all.length];

async function signIn(truth: Truth): Promise<void> {
  const { email, password } = truth.someone;
  const [one, two] = await Promise.all(
    [server, twin].map(({ client }) => client.logIn(email, password)),
  );
  if (!one || !two) return;
  truth.tabs = [one.client, two.client];
  truth.token = one.token;
}

async function reset(truth: Truth): Promise<void> {
  await resetFactors(server.services, truth.someone.email);
  for (const tab of truth.tabs) expect((await tab.get(factors)).status).toBe(401);
  [truth.apps, truth.passkeys] = [[], []];
  putCodes(truth, []);
  await signIn(truth);
}

const acts = {
  ...factorKills(() => ({ server, mortal, reset })),

  async addApp(truth: Truth, { tab }: Step) {
    const begun = await truth.tabs[tab].post(`${factors}/totp`);
    if (truth.apps.length === 5) return expect(begun.status).toBe(409);
    const { id, secret } = begun.body.data;
    const body = { id, code: codeOf(secret) };
    // Both tabs finish it: one does.
    const done = await Promise.all(
      truth.tabs.map((one) => one.post(`${factors}/totp/confirm`, body)),
    );
    expect(statusesOf(done)).toEqual([200, 410]);
    truth.apps.push({ id, secret });
    putCodes(truth, done.find(({ status }) => status === 200)?.body.data.recovery_codes);
    expect((await logIn(truth, server.client, body.code)).status).toBe(401);
  },

  async addPasskey(truth: Truth, { tab }: Step) {
    const authenticator = newAuthenticator(server.url);
    const { token, options } = (await truth.tabs[tab].post(`${factors}/passkeys`)).body.data;
    const body = { token, credential: authenticator.create(options) };
    const { body: kept } = await truth.tabs[tab === 0 ? 1 : 0].post(
      `${factors}/passkeys/confirm`,
      body,
    );
    if (truth.codes.length === 0) putCodes(truth, kept.data.recovery_codes);
    else expect(kept.data.recovery_codes).toEqual([]);
    const known = new Set(truth.passkeys.map(({ id }) => id));
    const listed: { id: string; type: string }[] = (await truth.tabs[tab].get(factors)).body.data;
    const { id = '' } = listed.find((one) => one.type === 'passkey' && !known.has(one.id)) ?? {};
    truth.passkeys.push({ id, authenticator });
  },

  async remove(truth: Truth, step: Step) {
    const one = at([...truth.apps, ...truth.passkeys], step);
    if (!one) return;
    const gone = await Promise.all(truth.tabs.map((tab) => tab.delete(`${factors}/${one.id}`)));
    expect(statusesOf(gone)).toEqual([200, 404]);
    truth.apps = truth.apps.filter(({ id }) => id !== one.id);
    truth.passkeys = truth.passkeys.filter(({ id }) => id !== one.id);
    if (!hasFactor(truth)) putCodes(truth, []);
  },

  async renew(truth: Truth, { tab }: Step) {
    const { status, body } = await truth.tabs[tab].post(`${factors}/recovery-codes`);
    expect(status).toBe(hasFactor(truth) ? 200 : 409);
    if (status === 200) putCodes(truth, body.data.recovery_codes);
  },

  async useApp(truth: Truth, step: Step) {
    const app = at(truth.apps, step);
    if (!app) return;
    const code = codeOf(app.secret);
    const tries = [server, twin].map(({ client }) => logIn(truth, client, code));
    expect(statusesOf(await Promise.all(tries))).toEqual([200, 401]);
    expect((await logIn(truth, server.client, code)).status).toBe(401);
  },

  async useCode(truth: Truth, step: Step) {
    const code = at(truth.codes, step);
    if (!code) return;
    const tries = [server, twin].map(({ client }) => logIn(truth, client, code));
    expect(statusesOf(await Promise.all(tries))).toEqual([200, 401]);
    truth.codes = truth.codes.filter((one) => one !== code);
    truth.dead.push(code);
  },

  async useDeadCode(truth: Truth, step: Step) {
    const code = at(truth.dead, step);
    if (code) expect((await logIn(truth, twin.client, code)).status).toBe(401);
  },

  async usePasskey(truth: Truth, step: Step) {
    const one = at(truth.passkeys, step);
    if (!one) return;
    const { token, options } = (await server.client.post('/login/passkey/options', {})).body.data;
    const body = { token, credential: one.authenticator.get(options) };
    const both = [server, twin].map(({ client }) => client.post('/login/passkey', body));
    expect(statusesOf(await Promise.all(both))).toEqual([200, 401]);
  },

  /** The caller is gone in the middle; whether it was done is seen by what is there, never by half of it. */
  async hangUp(truth: Truth, { tab, pick }: Step) {
    if (!hasFactor(truth)) return;
    const signal = AbortSignal.timeout(pick * 4 + 1);
    const headers = { authorization: `Bearer ${truth.token}` };
    const url = `${server.url}/api${factors}/recovery-codes`;
    await fetch(url, { method: 'POST', headers, signal }).catch(() => {});
    const left = (await truth.tabs[tab].get(factors)).body.recovery_codes_left;
    expect([10, truth.codes.length]).toContain(left);
    await acts.renew(truth, { act: 'renew', tab, pick });
  },

  reset,
};

async function check(truth: Truth, step: Step): Promise<void> {
  const { body } = await truth.tabs[step.tab].get(factors);
  const ids = body.data.map(({ id }: { id: string }) => id).toSorted();
  expect(ids).toEqual([...truth.apps, ...truth.passkeys].map(({ id }) => id).toSorted());
  expect(body.recovery_codes_left).toBe(truth.codes.length);
  const { email, password } = truth.someone;
  const login = (await server.client.post('/login', { email, password })).body.data;
  const methods = [
    ...(truth.apps.length > 0 ? ['totp'] : []),
    ...(truth.passkeys.length > 0 ? ['passkey'] : []),
    ...(truth.codes.length > 0 ? ['recovery_code'] : []),
  ];
  expect(login.second_factor?.methods ?? []).toEqual(methods);
  expect('token' in login).toBe(!hasFactor(truth));
}

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
    tab: fc.constantFrom(0, 1),
    pick: fc.nat(9),
  }),
  { minLength: 10, maxLength: 18 },
);

it('whatever is set up, used, taken away or broken off, by a kill too, in two tabs, what logs in is what is there', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const someone = person();
      await server.client.newUser(someone);
      const none = { token: '', apps: [], passkeys: [], codes: [], dead: [] };
      const truth: Truth = { someone, tabs: [server.client, twin.client], ...none };
      let now = Date.now();
      await signIn(truth);
      for (const step of [{ act: 'addApp', tab: 0, pick: 0 } as const, ...taken]) {
        // A step of the apps' codes later: a test does not wait half a minute.
        now += 31_000;
        vi.useFakeTimers({ toFake: ['Date'], now });
        await acts[step.act](truth, step);
        await server.services.db.delete(rateLimits);
        await check(truth, step);
      }
      vi.useRealTimers();
    }),
    // A smaller life takes as long as this one did, and there are many: the test's time would be over before it is told.
    { numRuns: 3, endOnFailure: true },
  );
});
