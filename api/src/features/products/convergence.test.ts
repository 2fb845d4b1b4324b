import { setTimeout } from 'node:timers/promises';
import type { AccessView } from 'contract/product-access';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productAccess } from '../../db/schema.ts';
import type { Client } from '../../testing/client.ts';
import { connected } from '../../testing/connection.ts';
import { createMortal, type Mortal, mortalDb } from '../../testing/model/mortal.ts';
import { keyOf } from '../../testing/product.ts';
import { liveTogether } from '../../testing/product-lives.ts';
import { randomOf } from '../../testing/random.ts';
import type { Receiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { watchLeaving } from '../../testing/watch-leaving.ts';
import { startDeliveries } from './deliver.ts';

/** `PRODUCT_LIVES` says how many there are; `PRODUCT_SEED` repeats a run. */
const lives = Number(process.env.PRODUCT_LIVES ?? 240);
const seed = Number(process.env.PRODUCT_SEED ?? Math.floor(Math.random() * 2 ** 31));

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** A page of what has changed since a cursor; asked for again while nobody has time for it. */
async function pageFrom(key: string, after: string) {
  for (let tries = 1; ; tries += 1) {
    const asked = `/products/portfolio/access?after=${after}`;
    const { body, status } = await server.client.withToken(key).get(asked);
    if (status === 200) return body;
    if (status < 500 || tries === 20) throw new Error(`${status} ${JSON.stringify(body)}`);
    await setTimeout(100);
  }
}

/** All that has changed since a cursor, page by page. */
async function askFrom(key: string, after: string) {
  const rows: AccessView[] = [];
  let next = after;
  for (let more = true; more; ) {
    const body = await pageFrom(key, next);
    rows.push(...body.data);
    next = body.next ?? '';
    more = body.has_more;
  }
  return { rows, next };
}

/**
 * A product with its copy, that can be killed: it is there again on its port, its copy kept or lost, and asks
 * for what has changed since.
 */
function startProduct(receiver: Receiver, key: string) {
  let after = '';
  let isDown = false;
  let life = 0;
  const ask = async () => {
    const mine = life;
    const { rows, next } = await askFrom(key, after);
    // What was asked by one that has died meanwhile is nobody's.
    if (mine !== life) return;
    rows.forEach(receiver.keep);
    after = next;
  };
  return {
    async dieAndRise({ ms, forgets }: { ms: number; forgets: boolean }): Promise<boolean> {
      if (isDown) return false;
      isDown = true;
      life += 1;
      await receiver.close();
      if (forgets) {
        receiver.copy.clear();
        after = '';
      }
      await setTimeout(ms);
      await receiver.reopen();
      isDown = false;
      await ask();
      return true;
    },
  };
}

/** What a bad network and a bad server do: nothing arrives, it arrives twice, or late. */
function trouble(
  receiver: Receiver,
  random: (n: number) => number,
  { onMessage, isSpared }: { onMessage: () => void; isSpared: (id: string) => boolean },
): NonNullable<Receiver['answer']> {
  return (response, { data, id }) => {
    onMessage();
    const what = isSpared(id) ? 3 : random(6);
    if (what === 0) response.writeHead(500).end();
    else if (what === 1) response.destroy();
    else if (what === 2) {
      receiver.keep(data);
      response.destroy();
    } else {
      setTimeout(random(60)).then(() => {
        // Of a process that was killed meanwhile nothing goes on.
        if (response.destroyed) return;
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
    /** Kills the one that is there before its n-th statement from now, whatever it is doing; or not. */
    kill: (after: number | undefined) => mortal.live(after),
    kills: () => ends.length,
    stop: async () => {
      mortal.live();
      await Promise.all([...ends, stop()]);
    },
  };
}

/** Whose rows the copy does not have as they are here. */
async function differing(receiver: Receiver): Promise<string[]> {
  const { db } = server.services;
  const rows = await db.select().from(productAccess).where(eq(productAccess.product, 'portfolio'));
  return rows
    .filter(({ userId, version, hasAccess }) => {
      const theirs = receiver.copy.get(userId);
      return theirs?.version !== version || theirs.has_access !== hasAccess;
    })
    .map(({ userId }) => userId);
}

/** Everybody's copy agrees, with as long as a busy machine takes: five seconds are the bound of `watchLeaving`. */
async function expectAgreement(receiver: Receiver, when: string): Promise<void> {
  const message = `${when}, PRODUCT_SEED=${seed}`;
  await expect.poll(() => differing(receiver), { message }).toEqual([]);
}

/** Answers of each id whether it was asked for before. */
function knownBefore(): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => known.size === known.add(id).size;
}

/** So few that on a machine that does much else nobody stays in for five seconds, either. */
const together = 20;

it(
  'after lost, doubled and late deliveries and kills at any step the copy is ours, and nobody stays in',
  async () => {
    const random = randomOf(seed);
    const { db } = server.services;
    const key = await keyOf(admin, 'portfolio');
    await connected(admin, async (receiver) => {
      const product = startProduct(receiver, key);
      const senders = startSenders(server);
      let deaths = 0;
      for (let round = 0; round * together < lives; round += 1) {
        // All is well but for our processes; or each letter may be lost once; or again and again, and the
        // product itself is killed, too.
        const kind = (['well', 'lossy', 'killed'] as const)[round % 3] ?? 'well';
        const rises: Promise<boolean>[] = [];
        let left = 0;
        receiver.answer =
          kind === 'well'
            ? null
            : trouble(receiver, random, {
                onMessage: () => {
                  left -= 1;
                  if (kind !== 'killed' || left >= 0) return;
                  left = random(12);
                  rises.push(product.dieAndRise({ ms: random(200), forgets: random(2) === 0 }));
                },
                isSpared: kind === 'lossy' ? knownBefore() : () => false,
              });
        let stopWatching = kind === 'well' ? watchLeaving(db, receiver) : null;
        // In rounds in which all is well one process is killed, at the end: what is in hand of one, and then of
        // its successor, when they are killed takes longer.
        senders.kill(kind === 'well' ? undefined : random(60));
        await liveTogether(db, together, random);
        if (kind === 'killed')
          await expect.poll(() => rises.length, { timeout: 10_000 }).not.toBe(0);
        receiver.answer = null;
        // Those who have just lost access are taken up, and the process dies with them in hand: where some
        // were lost before that, both together may take longer.
        senders.kill(kind === 'lossy' ? undefined : random(4));
        if (kind === 'killed') {
          deaths += (await Promise.all(rises)).filter(Boolean).length;
          await product.dieAndRise({ ms: 0, forgets: random(2) === 0 });
        }
        // Where nobody could be told, the time counts from when all is well again.
        stopWatching ??= watchLeaving(db, receiver);
        await expectAgreement(receiver, `after round ${round}, ${kind}`);
        expect(await stopWatching(), `PRODUCT_SEED=${seed}`).toBeLessThan(5_000);
      }
      await senders.stop();
      const { rows } = await askFrom(key, '');
      const ours = new Map(rows.map((row) => [row.user.id, row]));
      expect(receiver.copy, `PRODUCT_SEED=${seed}`).toEqual(ours);
      expect(ours.size).toBeGreaterThan(lives / 3);
      expect(senders.kills()).toBeGreaterThan(lives / together / 2);
      // In each round of its kind the product dies with the first letter in hand, whatever follows.
      expect(deaths).toBeGreaterThanOrEqual(Math.floor(lives / together / 3));
    });
  },
  300_000 + lives * 300,
);
