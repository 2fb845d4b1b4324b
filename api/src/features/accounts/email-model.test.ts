import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailLinks, rateLimits } from '../../db/schema.ts';
import { hashKey } from '../../http/secret-keys.ts';
import { person, type Reply } from '../../testing/client.ts';
import { another, bodyOf, catchKeys, type LinkKind, links } from '../../testing/email-change.ts';
import { emailKills } from '../../testing/email-kills.ts';
import {
  arriveAt,
  bury,
  buryResets,
  isKept,
  liveLinks,
  showVerified,
  type Truth,
  waiting,
} from '../../testing/email-truth.ts';
import { type MortalTwin, startMortalTwin } from '../../testing/mortal-twin.ts';
import { recovery } from '../../testing/recovery.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let keys: ReturnType<typeof catchKeys>;
let twin: MortalTwin;
beforeAll(async () => {
  server = await startTestServer();
  keys = catchKeys(server.services);
  twin = await startMortalTwin(server);
});
afterAll(() => server.close());

interface Step {
  act: keyof typeof acts;
  browser: 0 | 1;
  /** Which of several. */
  pick: number;
}

const at = <One>(all: One[], { pick }: Step) => all[pick % all.length];
const use = (kind: LinkKind, token: string) =>
  server.client.post(links[kind].path, bodyOf(kind, token));
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).toSorted();

async function useOnce(truth: Truth, kind: LinkKind, key: string): Promise<void> {
  const replies = await Promise.all([use(kind, key), use(kind, key)]);
  expect(statusesOf(replies)).toEqual([200, 400]);
  truth.dead.push([kind, key]);
}

async function signIn(truth: Truth): Promise<void> {
  const { email, password } = truth;
  const [one, two] = [
    await server.client.logIn(email, password),
    await server.client.logIn(email, password),
  ];
  truth.browsers = [one.client, two.client];
  truth.token = one.token;
}

const world = () => ({ server, twin, keys, signIn });
const acts = {
  ...emailKills(world),
  ...recovery(world),

  async sendAgain(truth: Truth, { browser }: Step) {
    const key = keys.expecting('verify', truth.email);
    const { body } = await truth.browsers[browser].post('/user/verification');
    if (truth.isVerified) return expect(body.message).toBe('Your email is confirmed already');
    truth.verify.push({ key: await key(), email: truth.email });
  },

  async verify(truth: Truth, step: Step) {
    const link = at(truth.verify, step);
    if (!link) return;
    await useOnce(truth, 'verify', link.key);
    showVerified(truth);
  },

  async ask(truth: Truth, { browser, pick }: Step) {
    const email = (pick % 3 === 0 && truth.left[pick % truth.left.length]) || another();
    const before = truth.email;
    const [change, undo] = [keys.expecting('change', email), keys.expecting('undo', before)];
    const { password } = truth;
    const reply = await truth.browsers[browser].post('/user/email', { email, password });
    expect(reply.status).toBe(200);
    bury(truth, [waiting(truth) ?? []].flat());
    truth.changes.push({ before, email, key: await change(), undo: [await undo()] });
  },

  async takeBack(truth: Truth, { browser }: Step) {
    expect((await truth.browsers[browser].delete('/user/email')).status).toBe(200);
    bury(truth, [waiting(truth) ?? []].flat());
  },

  async confirm(truth: Truth) {
    const change = waiting(truth);
    if (!change?.key) return;
    const undo = keys.expecting('undo', change.before);
    await useOnce(truth, 'change', change.key);
    delete change.key;
    arriveAt(truth, change.email);
    change.undo.push(await undo());
  },

  /** The caller is gone in the middle: it was done whole or not at all, and is done by another press. */
  async hangUp(truth: Truth, { pick }: Step) {
    const change = waiting(truth);
    if (!change?.key) return;
    const undo = keys.expecting('undo', change.before);
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ token: change.key });
    const signal = AbortSignal.timeout(pick * 3 + 1);
    await fetch(`${server.url}/api/confirm-email`, { ...sent, body, signal }).catch(() => {});
    const again = await use('change', change.key);
    expect([200, 400]).toContain(again.status);
    truth.dead.push(['change', change.key]);
    delete change.key;
    arriveAt(truth, change.email);
    change.undo.push(await undo());
  },

  async confirmTaken(truth: Truth) {
    const change = waiting(truth);
    if (!change?.key) return;
    const thief = person({ email: change.email.toUpperCase() });
    if (isKept(truth, change.email)) {
      expect((await server.client.post('/register', thief)).status).toBe(409);
    } else {
      const { client } = await server.client.newUser(thief);
      expect((await use('change', change.key)).status).toBe(409);
      expect((await client.delete('/user', { password: thief.password })).status).toBe(200);
    }
    await acts.confirm(truth);
  },

  async undo(truth: Truth, step: Step) {
    const change = at(truth.changes, step);
    const key = change && at(change.undo, step);
    if (!change || !key) return;
    await useOnce(truth, 'undo', key);
    arriveAt(truth, change.before);
    bury(truth, truth.changes.slice(truth.changes.indexOf(change)));
    for (const browser of truth.browsers) expect((await browser.get('/user')).status).toBe(401);
    await signIn(truth);
  },

  async useLate(truth: Truth, step: Step) {
    const change = waiting(truth);
    const [kind, key] = change?.key
      ? (['change', change.key] as const)
      : (['verify', at(truth.verify, step)?.key] as const);
    if (!key) return;
    const isLink = eq(emailLinks.keyHash, hashKey(key));
    await server.services.db.update(emailLinks).set({ expiresAt: new Date() }).where(isLink);
    expect((await use(kind, key)).status).toBe(400);
    truth.dead.push([kind, key]);
    truth.verify = truth.verify.filter((one) => one.key !== key);
    // The change still waits, in vain, until another one is asked for; it can still be undone.
    if (change?.key === key) await acts.takeBack(truth, step);
  },

  async useDead(truth: Truth, step: Step) {
    const [kind, key] = at(truth.dead, step) ?? [];
    if (kind && key) expect((await use(kind, key)).status).toBe(400);
  },

  async useElsewhere(truth: Truth, step: Step) {
    const [kind, key] = at(liveLinks(truth), step) ?? [];
    for (const other of (Object.keys(links) as LinkKind[]).filter((one) => key && one !== kind)) {
      expect((await use(other, key ?? '')).status).toBe(400);
    }
  },

  async changePassword(truth: Truth, { browser, pick }: Step) {
    const newPassword = `Cornea-2026-${truth.dead.length}-${pick}`;
    const body = { currentPassword: truth.password, newPassword };
    if (truth.password === newPassword) return;
    expect((await truth.browsers[browser].post('/user/password', body)).status).toBe(200);
    truth.password = newPassword;
    buryResets(truth);
    bury(truth, [waiting(truth) ?? []].flat());
    expect((await truth.browsers[browser === 0 ? 1 : 0].get('/user')).status).toBe(401);
    await signIn(truth);
  },
};

async function check(truth: Truth, { browser, pick }: Step): Promise<void> {
  const { data } = (await truth.browsers[browser].get('/user/email')).body;
  expect([data.email, data.email_verified, data.pending?.email]).toEqual([
    ...[truth.email, truth.isVerified, waiting(truth)?.email],
  ]);
  const { password } = truth;
  const known = await server.client.post('/login', { email: truth.email, password });
  expect(known.body.data.user.id).toBe(truth.id);
  const email = truth.left[pick % truth.left.length];
  if (email) expect((await server.client.post('/login', { email, password })).status).toBe(401);
}

async function expectDead(keys: Truth['dead']): Promise<void> {
  for (const [kind, key] of keys) expect((await use(kind, key)).status).toBe(400);
}
async function leave(truth: Truth): Promise<void> {
  const { dead, password, verify } = truth;
  await expectDead(dead);
  expect((await truth.browsers[0].delete('/user', { password })).status).toBe(200);
  bury(truth, truth.changes);
  buryResets(truth);
  await expectDead([...dead, ...verify.map(({ key }): [LinkKind, string] => ['verify', key])]);
}

const allActs = Object.keys(acts) as (keyof typeof acts)[];
const times = (count: number, act: keyof typeof acts) => Array.from({ length: count }, () => act);
const steps = fc.array(
  fc.record<Step>({
    // Most of the others need a link that somebody has asked for.
    act: fc.constantFrom(...allActs, ...times(3, 'ask'), ...times(2, 'forget')),
    browser: fc.constantFrom(0, 1),
    pick: fc.nat(11),
  }),
  { minLength: 10, maxLength: 20 },
);

it('whatever is confirmed, changed, undone, recovered or late in two browsers, or broken off by a kill, the e-mail is the one that was shown and the password the last one set', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const someone = person();
      const key = keys.expecting('verify', someone.email);
      const { id, email } = (await server.client.signUp(someone)).user;
      const truth: Truth = {
        ...{ id, email, password: someone.password, isVerified: false },
        browsers: [server.client, server.client],
        token: '',
        verify: [{ key: await key(), email }],
        ...{ changes: [], left: [], dead: [], resets: [] },
      };
      await signIn(truth);
      for (const step of taken) {
        await acts[step.act](truth, step);
        await server.services.db.delete(rateLimits);
        await check(truth, step);
      }
      await leave(truth);
    }),
    // A smaller life takes as long as this one did, and there are many: the test's time would be over before it is told.
    { numRuns: Number(process.env.EMAIL_LIVES ?? 4), endOnFailure: true },
  );
});
