import { expect } from 'vitest';
import { resetFactors } from '../features/second-factors/reset.ts';
import { beginLogIn, factors, hasFactor, logIn, putCodes, type Truth } from './factor-truth.ts';
import type { MortalTwin } from './mortal-twin.ts';
import type { TestServer } from './server.ts';
import { codeOf } from './totp.ts';

interface World {
  server: TestServer;
  mortal: MortalTwin;
  /** Takes all factors away, as whoever runs commands on the server does. */
  reset(truth: Truth): Promise<void>;
}

/**
 * What somebody does to second factors, and logs in with, while the process that is asked dies, one step later
 * each time, until it is done: it was done whole or not at all.
 */
export const factorKills = (world: () => World) => {
  async function seen({ tabs }: Truth): Promise<{ ids: string[]; codesLeft: number }> {
    const { data, recovery_codes_left } = (await tabs[1].get(factors)).body;
    return { ids: data.map(({ id }: { id: string }) => id), codesLeft: recovery_codes_left };
  }

  /** Codes that were made and never seen are of no use: others are made. */
  async function renew(truth: Truth): Promise<void> {
    const { body } = await truth.tabs[1].post(`${factors}/recovery-codes`);
    putCodes(truth, body.data.recovery_codes);
  }

  return {
    async killedConfirm(truth: Truth) {
      if (truth.apps.length === 5) return;
      const { token, codes } = truth;
      const { id, secret } = (await truth.tabs[1].post(`${factors}/totp`)).body.data;
      const call = { token, body: { id, code: codeOf(secret) } };
      for (let steps = 0; ; steps += 1) {
        await world().mortal.ask(steps, 'POST', `${factors}/totp/confirm`, call);
        const { ids, codesLeft } = await seen(truth);
        expect(codesLeft).toBe(ids.includes(id) ? 10 : codes.length);
        if (ids.includes(id)) break;
      }
      truth.apps.push({ id, secret });
      await renew(truth);
    },

    async killedRemove(truth: Truth, { pick }: { pick: number }) {
      const all = [...truth.apps, ...truth.passkeys];
      const one = all[pick % all.length];
      if (!one) return;
      const { token } = truth;
      const { mortal } = world();
      const status = await mortal.askUntilAnswered('DELETE', `${factors}/${one.id}`, { token });
      // It is gone already, where a process has died when it was done.
      expect([200, 404]).toContain(status);
      truth.apps = truth.apps.filter(({ id }) => id !== one.id);
      truth.passkeys = truth.passkeys.filter(({ id }) => id !== one.id);
      if (!hasFactor(truth)) putCodes(truth, []);
    },

    async killedRenew(truth: Truth) {
      if (!hasFactor(truth)) return;
      const { token, codes } = truth;
      let status: number | undefined;
      for (let steps = 0; status === undefined; steps += 1) {
        status = await world().mortal.ask(steps, 'POST', `${factors}/recovery-codes`, { token });
        expect([10, codes.length]).toContain((await seen(truth)).codesLeft);
      }
      expect(status).toBe(200);
      await renew(truth);
    },

    /** A code that was used up by a login that nobody was answered is used up; until then it works. */
    async killedCode(truth: Truth) {
      const [code] = truth.codes;
      if (!code) return;
      const { mortal, server } = world();
      const body = { token: await beginLogIn(truth, server.client), code };
      for (let steps = 0; (await seen(truth)).codesLeft === truth.codes.length; steps += 1) {
        const status = await mortal.ask(steps, 'POST', '/login/second-factor', { body });
        expect([200, undefined]).toContain(status);
      }
      expect((await logIn(truth, server.client, code)).status).toBe(401);
      truth.codes = truth.codes.filter((one) => one !== code);
      truth.dead.push(code);
    },

    async killedReset(truth: Truth) {
      const { mortal, reset } = world();
      const { email } = truth.someone;
      const { body } = await truth.tabs[1].get(factors);
      for (let steps = 0; ; steps += 1) {
        await mortal.work(steps, (services) => resetFactors(services, email));
        const left = await truth.tabs[1].get(factors);
        if (left.status === 401) break;
        expect(left.body).toEqual(body);
      }
      await reset(truth);
    },
  };
};
