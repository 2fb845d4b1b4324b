import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { findCustomerOfUser, storeCustomer } from './customers-repository.ts';

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
