import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trialCards, users } from '../../db/schema.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { subscribe } from '../../testing/subscriber.ts';
import { findUnused } from './inactive-repository.ts';
import { keepRetention } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inYears = (years: number) => new Date(Date.now() + years * 366 * 86_400_000);

it('the mark of a card stays while the account lives, and for six years from the trial once it is deleted', async () => {
  const { db } = server.services;
  const admin = await server.admin();
  const living = await server.client.newUser();
  const gone = await server.client.newUser();
  await subscribe(living.client, 'cataract', 'yearly', '4000 0082 6000 0000');
  await subscribe(gone.client, 'cataract', 'yearly', '4000 0566 5566 5556');
  await server.settled();
  await admin.delete(`/admin/users/${gone.user.id}`);
  const marksOf = ({ user }: typeof gone) => db.$count(trialCards, eq(trialCards.userId, user.id));
  await keepRetention(server.services, inYears(5.9));
  expect([await marksOf(living), await marksOf(gone)]).toEqual([1, 1]);
  await keepRetention(server.services, inYears(6.1));
  expect([await marksOf(living), await marksOf(gone)]).toEqual([1, 0]);
});

it('those whom nobody saw for long are walked whole, also where many came on one day', async () => {
  const { db } = server.services;
  await db.execute(sql`insert into ${users}
      (id, email, email_key, first_name, last_name, password_hash, role, last_login_at)
    select id, id, id, 'Ada', 'Pell', '', 'user', '2019-01-01'::timestamptz + n / 30 * interval '1 day'
    from (select gen_random_uuid() as id, n from generate_series(1, 45) as n) as many`);
  const seen = new Set<string>();
  const since = new Date('2019-06-01');
  let looks = 0;
  for (let from: string | null = null; ; looks += 1) {
    const { ids, next } = await findUnused(db, since, from, 20);
    for (const id of ids) seen.add(id);
    if (next === null) break;
    from = next;
  }
  expect([seen.size, looks]).toEqual([45, 2]);
});
