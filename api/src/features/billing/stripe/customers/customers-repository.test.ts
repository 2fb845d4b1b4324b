import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilWait } from '../../../../testing/held-until-one-waits.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { tieCustomer } from './customers.ts';
import {
  findCustomerOfUser,
  lockForWriting,
  startSync,
  storeCustomer,
} from './customers-repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a customer stored by many requests at once is stored, and none of them fails', async () => {
  const { db } = server.services;
  for (let round = 0; round < 20; round += 1) {
    const { user } = await server.client.newUser();
    const id = `cus_${user.id}`;
    await Promise.all(Array.from({ length: 8 }, () => storeCustomer(db, id, user.id)));
    expect(await findCustomerOfUser(db, user.id)).toBe(id);
  }
});

it('whoever ties a customer again waits for a sync that writes, and does not stand in its way', async () => {
  const { services } = server;
  const { db } = services;
  const { user } = await server.client.newUser();
  const id = `cus_${user.id}`;
  await tieCustomer(services, id, user.id);
  const begun = await startSync(db, id);
  const { tied } = await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local deadlock_timeout = '1min'`);
    await lockForWriting(transaction, id, begun?.syncNumber ?? 0, { balance: 0, card: null });
    const tied = tieCustomer(services, id, user.id);
    await untilWait(db, 1);
    // As the triggers of what a sync writes do.
    await transaction.execute(sql`select from users where id = ${user.id} for no key update`);
    return { tied };
  });
  await tied;
  expect(await findCustomerOfUser(db, user.id)).toBe(id);
});
