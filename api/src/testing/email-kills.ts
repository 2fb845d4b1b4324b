import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { sendVerificationLink } from '../features/accounts/verification.ts';
import { another, bodyOf, type catchKeys, type LinkKind, links } from './email-change.ts';
import { arriveAt, bury, showVerified, type Truth, waiting } from './email-truth.ts';
import type { MortalTwin } from './mortal-twin.ts';
import type { TestServer } from './server.ts';

export interface EmailWorld {
  server: TestServer;
  twin: MortalTwin;
  keys: ReturnType<typeof catchKeys>;
  signIn(truth: Truth): Promise<void>;
}

/** Uses a link of a process that dies one step later each time: once it is used, it is used up. */
export async function killedPress(
  { server, twin }: EmailWorld,
  kind: LinkKind,
  body: object,
): Promise<void> {
  const { path } = links[kind];
  // Refused, where a process has died when it was done.
  expect([200, 400]).toContain(await twin.askUntilAnswered('POST', path, { body }));
  expect((await server.client.post(path, body)).status).toBe(400);
}

/**
 * What somebody does to an e-mail while the process that is asked dies, one step later each time, until it is
 * done: it was done whole or not at all.
 */
export const emailKills = (world: () => EmailWorld) => {
  const press = (kind: LinkKind, key: string) => killedPress(world(), kind, bodyOf(kind, key));

  const pendingOf = async ({ browsers }: Truth): Promise<string | undefined> =>
    (await browsers[1].get('/user/email')).body.data.pending?.email;

  return {
    async killedVerify(truth: Truth) {
      const link = truth.verify.find(({ email }) => email === truth.email);
      if (!link) return;
      await press('verify', link.key);
      showVerified(truth);
    },

    async killedConfirm(truth: Truth) {
      const change = waiting(truth);
      if (!change?.key) return;
      const undo = world().keys.expecting('undo', change.before);
      await press('change', change.key);
      truth.dead.push(['change', change.key]);
      delete change.key;
      arriveAt(truth, change.email);
      change.undo.push(await undo());
    },

    async killedUndo(truth: Truth, { pick }: { pick: number }) {
      const change = truth.changes[pick % truth.changes.length];
      const [key] = change?.undo ?? [];
      if (!change || !key) return;
      await press('undo', key);
      truth.dead.push(['undo', key]);
      arriveAt(truth, change.before);
      bury(truth, truth.changes.slice(truth.changes.indexOf(change)));
      for (const browser of truth.browsers) expect((await browser.get('/user')).status).toBe(401);
      await world().signIn(truth);
    },

    async killedAsk(truth: Truth) {
      const { keys, twin } = world();
      const email = another();
      const { email: before, password, token } = truth;
      const call = { token, body: { email, password } };
      const [change, undo] = [keys.expecting('change', email), keys.expecting('undo', before)];
      const waited = waiting(truth);
      for (let steps = 0; ; steps += 1) {
        await twin.ask(steps, 'POST', '/user/email', call);
        const pending = await pendingOf(truth);
        if (pending === email) break;
        // The one before waits still.
        expect(pending).toBe(waited?.email);
      }
      bury(truth, waited ? [waited] : []);
      truth.changes.push({ before, email, key: await change(), undo: [await undo()] });
    },

    async killedTakeBack(truth: Truth) {
      const { twin } = world();
      const { token } = truth;
      const waited = waiting(truth);
      for (let steps = 0; ; steps += 1) {
        const status = await twin.ask(steps, 'DELETE', '/user/email', { token });
        const pending = await pendingOf(truth);
        if (status === 200) expect(pending).toBeUndefined();
        if (pending === undefined) break;
        expect(pending).toBe(waited?.email);
      }
      bury(truth, waited ? [waited] : []);
    },

    /** What sends links is tried again after a death: every link that went out works. */
    async killedSender(truth: Truth) {
      const { keys, twin } = world();
      const { id: userId, email } = truth;
      const known = keys.of('verify', email).length;
      const sent = { userId, requestId: uuid() };
      for (let steps = 0; ; steps += 1) {
        if (await twin.work(steps, (services) => sendVerificationLink(services, sent))) break;
      }
      const links = keys.of('verify', email).slice(known);
      expect(links.length > 0).toBe(!truth.isVerified);
      truth.verify.push(...links.map((key) => ({ key, email })));
    },
  };
};
