import { AsyncLocalStorage } from 'node:async_hooks';
import { createApp } from '../app.ts';
import { createServices, type Services } from '../services.ts';
import { createMortal, type Mortal, mortalDb } from './model/mortal.ts';
import { patientInject } from './patient-inject.ts';
import type { TestServer } from './server.ts';

/** A second process of ours, on the same database, that dies of what it is asked. */
export interface MortalTwin {
  /**
   * Calls the API as a browser would; the process dies after so many steps, if there are so many: statements,
   * and transactions as a whole. Answers the status, or undefined where no answer came any more.
   */
  ask(
    steps: number,
    method: 'POST' | 'DELETE',
    path: string,
    call?: { token?: string; body?: object },
  ): Promise<number | undefined>;
  /** Works on something, and dies after so many steps; whether it came to the end. */
  work(steps: number, act: (services: Services) => Promise<unknown>): Promise<boolean>;
}

export async function startMortalTwin(server: TestServer): Promise<MortalTwin> {
  const { env, log, jobs, db, mails } = server.services;
  const lives = new AsyncLocalStorage<Mortal>();
  const mortal = mortalDb(db, { step: async () => lives.getStore()?.step() });
  const services = { ...createServices(env, log, mortal, jobs), mails };
  const app = await createApp(services, server.database, new Map());
  await app.ready();

  async function until<Done>(steps: number, act: () => Promise<Done>): Promise<Done | undefined> {
    const life = createMortal();
    life.live(steps);
    return Promise.race([lives.run(life, act), life.death.then(() => undefined)]);
  }

  return {
    ask: (steps, method, path, { token, body } = {}) =>
      until(steps, async () => {
        const answer = await patientInject(app, {
          method,
          url: `/api${path}`,
          headers: token ? { authorization: `Bearer ${token}` } : {},
          ...(body && { payload: body }),
        });
        return answer.statusCode;
      }),

    work: async (steps, act) => (await until(steps, () => act(services).then(() => true))) ?? false,
  };
}
