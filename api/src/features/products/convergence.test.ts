import { setTimeout } from 'node:timers/promises';
import { products } from 'contract/catalogue';
import type { AccessView } from 'contract/product-access';
import { and, eq, gte, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productDeliveries, subscriptions, users } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { connected } from '../../testing/connection.ts';
import { holdByRow } from '../../testing/held.ts';
import { createMortal, type Mortal, mortalDb } from '../../testing/model/mortal.ts';
import { randomOf } from '../../testing/random.ts';
import type { Receiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { startDeliveries } from './deliver.ts';

/** `PRODUCT_LIVES` says how many there are; `PRODUCT_SEED` repeats a run. */
const lives = Number(process.env.PRODUCT_LIVES ?? 100);
const seed = Number(process.env.PRODUCT_SEED ?? Math.floor(Math.random() * 2 ** 31));

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** Somebody's rows, changed as syncs, admins and the person change them. */
async function live(userId: string, random: (n: number) => number): Promise<void> {
  const { db } = server.services;
  const plan = products[random(3)]?.key ?? 'combined';
  const periodEnd = new Date(Date.now() + 86_400_000);
  const id = await holdByRow(db, userId, plan, { status: 'trial', periodEnd });
  const isTheirs = eq(users.id, userId);
  const isIt = eq(subscriptions.id, id);
  const steps = [
    () => db.update(users).set({ isActive: false }).where(isTheirs),
    () => db.update(users).set({ isActive: true }).where(isTheirs),
    () =>
      db
        .update(users)
        .set({ lastName: `Nair ${'abcdef'[random(6)]}` })
        .where(isTheirs),
    () => db.update(subscriptions).set({ status: 'active' }).where(isIt),
    () =>
      db
        .update(subscriptions)
        .set({ paymentProblem: random(2) === 0 })
        .where(isIt),
    () => db.update(subscriptions).set({ hasAccess: false, status: 'expired' }).where(isIt),
    () => db.update(subscriptions).set({ hasAccess: true, status: 'active' }).where(isIt),
    () =>
      db
        .update(users)
        .set({ isActive: false, deletedAt: sql`now()`, email: `${userId}@deleted.invalid` })
        .where(isTheirs),
  ];
  // Deletion, the last step, is rare.
  const count = 2 + random(6);
  for (let n = 0; n < count; n += 1) await steps[random(random(8) === 0 ? 8 : 7)]?.();
}

/** What a bad network and a bad server do: nothing arrives, it arrives twice, or late. */
function trouble(
  receiver: Receiver,
  random: (n: number) => number,
): NonNullable<Receiver['answer']> {
  return (response, { data }) => {
    const what = random(6);
    if (what === 0) response.writeHead(500).end();
    else if (what === 1) response.destroy();
    else if (what === 2) {
      receiver.keep(data);
      response.destroy();
    } else {
      setTimeout(random(60)).then(() => {
        receiver.keep(data);
        response.writeHead(204).end();
      });
    }
  };
}

/** One process that sends after another: each is killed when it is told to, and has a successor. */
function startSenders({ services }: TestServer) {
  const ends: Promise<void>[] = [];
  let mortal: Mortal;
  let stop: () => Promise<void>;
  const begin = (): void => {
    mortal = createMortal();
    const db = mortalDb(services.db, mortal);
    stop = startDeliveries({ ...services, db }, { timeoutMs: 1_000 });
    mortal.death.then(() => {
      // Of the dead nothing goes on but the timers.
      ends.push(stop());
      begin();
    });
  };
  begin();
  return {
    /** Kills the one that is there before its n-th statement from now, whatever it is doing by then. */
    kill: (after: number) => mortal.live(after),
    kills: () => ends.length,
    stop: async () => {
      mortal.live();
      await Promise.all([...ends, stop()]);
    },
  };
}

/** What a product asks when it starts and has forgotten everything: all rows, page by page. */
async function askForAll(key: string): Promise<AccessView[]> {
  const rows: AccessView[] = [];
  for (let next = '', more = true; more; ) {
    const { body } = await server.client
      .withToken(key)
      .get(`/products/portfolio/access?after=${next}`);
    rows.push(...body.data);
    next = body.next ?? '';
    more = body.has_more;
  }
  return rows;
}

/** Milliseconds that the product let somebody in for whose access had ended here since a moment. */
async function longestStay(receiver: Receiver, since: Date): Promise<number> {
  const ended = await server.services.db
    .select()
    .from(productDeliveries)
    .where(and(gte(productDeliveries.createdAt, since), eq(productDeliveries.hasAccess, false)));
  const known = new Map<string, number>();
  for (const { id, at } of receiver.received) if (!known.has(id)) known.set(id, at);
  const stays = ended.map(({ id, createdAt }) => {
    return (known.get(`msg_${id}`) ?? Number.POSITIVE_INFINITY) - createdAt.getTime();
  });
  return Math.max(0, ...stays);
}

const together = 20;

it(
  'after lost, doubled and late deliveries and kills at any step the copy is ours, and nobody stays in',
  async () => {
    const random = randomOf(seed);
    const { db } = server.services;
    const keyed = await admin.post('/admin/products/portfolio/keys', { name: 'The receiver' });
    const key: string = keyed.body.data.key;
    await connected(admin, async (receiver, id) => {
      const senders = startSenders(server);
      const drained = () =>
        expect
          .poll(
            async () => {
              await db.execute(sql`update product_deliveries set due_at = least(due_at, now())
              where endpoint_id = ${id}::uuid and status = 'waiting' and last_at is not null`);
              return (await admin.get('/admin/products/portfolio/endpoints')).body.data[0].waiting;
            },
            { timeout: 60_000, interval: 200 },
          )
          .toBe(0);
      for (let round = 0; round * together < lives; round += 1) {
        // Now and then all is well but for our processes: what is told then is told in time.
        const isWell = round % 5 === 1;
        receiver.answer = isWell ? null : trouble(receiver, random);
        if (isWell) await drained();
        receiver.received = [];
        const since = new Date();
        const people = await Promise.all(
          Array.from({ length: together }, () => server.client.newUser()),
        );
        senders.kill(random(isWell ? 20 : 60));
        await Promise.all(people.map(({ user }) => live(user.id, random)));
        if (!isWell) continue;
        await drained();
        expect(await longestStay(receiver, since), `PRODUCT_SEED=${seed}`).toBeLessThan(5_000);
        // The product is started anew, and has kept nothing.
        receiver.copy.clear();
        for (const row of await askForAll(key)) receiver.keep(row);
      }
      receiver.answer = null;
      await drained();
      await senders.stop();
      const byId = (one: AccessView, other: AccessView) => (one.user.id < other.user.id ? -1 : 1);
      const ours = await askForAll(key);
      expect([...receiver.copy.values()].toSorted(byId), `PRODUCT_SEED=${seed}`).toEqual(
        ours.toSorted(byId),
      );
      expect(ours.length).toBeGreaterThan(lives / 3);
      expect(senders.kills()).toBeGreaterThan(lives / together / 2);
    });
  },
  300_000 + lives * 300,
);
