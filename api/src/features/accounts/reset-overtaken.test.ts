import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordResets, users } from '../../db/schema.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sendResetLink } from './reset.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('no link is made for an e-mail that is being changed at that moment', async () => {
  const { user } = await server.client.newUser();
  const { db } = server.services;
  let sending: Promise<void> | undefined;
  await db.transaction(async (transaction) => {
    const email = `new.${user.email}`;
    await transaction.update(users).set({ email }).where(eq(users.id, user.id));
    sending = sendResetLink(server.services, {
      email: user.email,
      requestId: crypto.randomUUID(),
      invited: false,
    });
    await Promise.race([sending, sleep(300)]);
  });
  await sending;
  expect(await db.$count(passwordResets, eq(passwordResets.userId, user.id))).toBe(0);
});
