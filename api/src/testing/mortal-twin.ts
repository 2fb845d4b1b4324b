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
  /** Asks again and again, of a process that dies one step later each time, and answers what it answers at last. */
  askUntilAnswered(
    ...asked: [method: 'POST' | 'DELETE', path: string, call?: { token?: string; body?: object }]
  ): Promise<number>;
  /** Works on something, and dies after so many steps; whether it came to the end. */
  work(steps: number, act: (services: Services) => Promise<unknown>): Promise<boolean>;
}

/** What a dead process was at counts as running in this one; so many are no load yet. */
const mostDead = 300;
/** Nothing takes as many steps: who lives that long and is not done is refused for another reason. */
const mostSteps = 200;

export async function startMortalTwin(server: TestServer): Promise<MortalTwin> {
  const { env, log, jobs, db, mails } = server.services;
  const lives = new AsyncLocalStorage<Mortal>();
  const mortal = mortalDb(db, {
    step: async () => lives.getStore()?.step(),
    transact: (run) => lives.getStore()?.transact(run) ?? run(() => {}),
  });

  async function start() {
    const services = { ...createServices(env, log, mortal, jobs), mails };
    const app = await createApp(services, server.database, new Map());
    await app.ready();
    return { services, app };
  }
  let process = await start();
  let dead = 0;
  let answered: number | undefined;

  async function until<Done>(steps: number, act: () => Promise<Done>): Promise<Done | undefined> {
    if (steps > mostSteps)
      throw new Error(`Not done in ${mostSteps} steps, and answered ${answered}`);
    if (dead >= mostDead) {
      process = await start();
      dead = 0;
    }
    const life = createMortal();
    life.live(steps);
    const death = life.death.then(() => {
      dead += 1;
      return undefined;
    });
    return Promise.race([lives.run(life, act), death]);
  }

  const ask: MortalTwin['ask'] = (steps, method, path, { token, body } = {}) =>
    until(steps, async () => {
      const answer = await patientInject(process.app, {
        method,
        url: `/api${path}`,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(body && { payload: body }),
      });
      answered = answer.statusCode;
      return answered;
    });

  return {
    ask,

    askUntilAnswered: async (...asked) => {
      for (let steps = 0; ; steps += 1) {
        const status = await ask(steps, ...asked);
        if (status !== undefined) return status;
      }
    },

    work: async (steps, act) =>
      (await until(steps, () => act(process.services).then(() => true))) ?? false,
  };
}
