import type { AccessReason } from 'contract/product-access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessAnswers } from '../../testing/access-answers.ts';
import type { Client } from '../../testing/client.ts';
import { accessRowsOf, holdByRow } from '../../testing/held.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server.close());

/** What the header of a user's page says where the row of access has a reason. */
const saying: Record<AccessReason, RegExp> = {
  trial: /is on trial until|is cancelled and stays open until/,
  paid: /is active\.|is cancelled and stays open until/,
  payment_retrying: /stays open while its failed payment is tried again/,
  given: /is active\./,
  ended: /was cancelled and has ended|was paused or removed at Stripe/,
  withdrawn: /was withdrawn from and has ended/,
  unpaid: /ended because it was not paid/,
  deactivated: /^The account is deactivated/,
  deleted: /^no such page/,
};

/** The header says what the row of access does; answers the row's reason. */
async function expectAgreement(userId: string): Promise<AccessReason | undefined> {
  const { portfolio: row } = await accessRowsOf(server.services.db, userId);
  const { has_access, because } = (await admin.get(`/admin/users/${userId}/history`)).body.data;
  expect([row?.reason, has_access]).toEqual([expect.any(String), row?.hasAccess]);
  if (row) expect(because).toMatch(saying[row.reason]);
  return row?.reason;
}

it.each(accessAnswers)('agrees with the row that products read: %s', async (_, state) => {
  const { client, user } = await server.client.newUser();
  await holdByRow(server.services.db, user.id, 'portfolio', state);
  const reason = await expectAgreement(user.id);
  // So do the links that the user has.
  const { portfolio: row } = await accessRowsOf(server.services.db, user.id);
  const [held] = (await client.get('/user/subscriptions')).body.subscriptions;
  expect(held.login_urls.length > 0).toBe(row?.hasAccess);
  const set = (isActive: boolean) => admin.put(`/admin/users/${user.id}/status`, { isActive });
  await set(false);
  expect(await expectAgreement(user.id)).toBe('deactivated');
  await set(true);
  expect(await expectAgreement(user.id)).toBe(reason);
});
