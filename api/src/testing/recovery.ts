import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { passwordResets, rateLimits } from '../db/schema.ts';
import { sendResetLink } from '../features/accounts/reset.ts';
import { hashKey } from '../http/secret-keys.ts';
import { bodyOf, links } from './email-change.ts';
import { type EmailWorld, killedPress } from './email-kills.ts';
import { bury, buryResets, showVerified, type Truth, waiting } from './email-truth.ts';

let recovered = 0;

/** What somebody does who has forgotten the password, while processes die of it or not. */
export const recovery = (world: () => EmailWorld) => {
  function newPassword(): string {
    recovered += 1;
    return `Sclera-2026!${recovered}`;
  }

  /** The password is another one: whoever was in is out, and no other link sets one or makes a change. */
  async function arriveWith(truth: Truth, password: string): Promise<void> {
    truth.password = password;
    buryResets(truth);
    bury(truth, [waiting(truth) ?? []].flat());
    showVerified(truth);
    for (const browser of truth.browsers) expect((await browser.get('/user')).status).toBe(401);
    await world().signIn(truth);
  }

  return {
    async forget(truth: Truth) {
      const { server, keys } = world();
      const key = keys.expecting('reset', truth.email);
      const { status } = await server.client.post('/reset-password', { email: truth.email });
      expect(status).toBe(200);
      truth.resets.push(await key());
    },

    /** In two tabs at once, with two passwords: one of them counts. */
    async recover(truth: Truth, { pick }: { pick: number }) {
      const key = truth.resets[pick % truth.resets.length];
      if (!key) return;
      const { client } = world().server;
      const passwords = [newPassword(), newPassword()];
      const statuses = await Promise.all(
        passwords.map(async (password) => {
          const body = bodyOf('reset', key, password);
          return (await client.post(links.reset.path, body)).status;
        }),
      );
      expect(statuses.toSorted()).toEqual([200, 400]);
      await arriveWith(truth, passwords[statuses.indexOf(200)] ?? '');
    },

    async recoverLate(truth: Truth, { pick }: { pick: number }) {
      const key = truth.resets[pick % truth.resets.length];
      if (!key) return;
      const { client, services } = world().server;
      const isIt = eq(passwordResets.keyHash, hashKey(key));
      await services.db.update(passwordResets).set({ expiresAt: new Date() }).where(isIt);
      const { status } = await client.post(links.reset.path, bodyOf('reset', key));
      expect(status).toBe(400);
      truth.resets = truth.resets.filter((one) => one !== key);
      truth.dead.push(['reset', key]);
    },

    /** Whoever was answered gets a link, and each that went out works. */
    async killedForget(truth: Truth) {
      const { server, twin, keys } = world();
      const { email } = truth;
      const known = keys.of('reset', email).length;
      const key = keys.expecting('reset', email);
      for (let steps = 0, status: number | undefined; status === undefined; steps += 1) {
        // Another try is not one too many.
        await server.services.db.delete(rateLimits);
        status = await twin.ask(steps, 'POST', '/reset-password', { body: { email } });
      }
      await key();
      truth.resets.push(...keys.of('reset', email).slice(known));
    },

    async killedResetSender(truth: Truth) {
      const { twin, keys } = world();
      const { email } = truth;
      const known = keys.of('reset', email).length;
      const sent = { email, requestId: uuid(), invited: false };
      for (let steps = 0; ; steps += 1) {
        if (await twin.work(steps, (services) => sendResetLink(services, sent))) break;
      }
      const mailed = keys.of('reset', email).slice(known);
      expect(mailed.length).toBeGreaterThan(0);
      truth.resets.push(...mailed);
    },

    async killedRecover(truth: Truth, { pick }: { pick: number }) {
      const key = truth.resets[pick % truth.resets.length];
      if (!key) return;
      const password = newPassword();
      await killedPress(world(), 'reset', bodyOf('reset', key, password));
      await arriveWith(truth, password);
    },
  };
};
