import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/client.ts';
import { auditLog, outgoingEmails, passkeys, sessions, users } from '../db/schema.ts';
import { addressOf, openTestDatabase } from '../testing/database.ts';
import { runProgram } from '../testing/programs.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const reset = async (...args: string[]) =>
  runProgram('admin-reset-second-factor', args, {
    DATABASE_URL: await addressOf(database.db),
    NODE_ENV: '',
    JWT_SECRET: randomBytes(32).toString('base64url'),
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_OfThatEndpoint0123456789',
    PRODUCT_LOGIN_KEYS: randomBytes(32).toString('base64url'),
  });

/** Somebody who is logged in and has a passkey. */
async function withPasskey(email: string): Promise<void> {
  const { db } = database;
  const [id, expiresAt] = [uuid(), new Date(Date.now() + 3_600_000)];
  await db.insert(users).values({
    ...{ id, email, emailKey: email, firstName: 'Amara', lastName: 'Osei', passwordHash: '-' },
    role: 'user',
  });
  await db.insert(sessions).values({ id: uuid(), userId: id, expiresAt });
  await db.insert(passkeys).values({
    ...{ id: uuid(), userId: id, credentialId: email, publicKey: new Uint8Array(1) },
    ...{ counter: 0, transports: [] },
  });
}

it('lets in by the password alone who has lost all, logs them out, and has them told', async () => {
  await withPasskey('amara@hospital.test');
  await withPasskey('other@hospital.test');
  const { stdout } = await reset('Amara@Hospital.test');
  expect(stdout).toBe(
    'Amara@Hospital.test logs in by the password alone now, and is told by mail.\n',
  );
  const { db } = database;
  const all = await db.select().from(users);
  const [amara, other] = ['amara', 'other'].map((name) =>
    all.find(({ email }) => email.startsWith(name)),
  );
  const left = [...(await db.select().from(passkeys)), ...(await db.select().from(sessions))];
  const [entries, mails] = [
    await db.select().from(auditLog),
    await db.select().from(outgoingEmails),
  ];
  expect(left.map(({ userId }) => userId)).toEqual([other?.id, other?.id]);
  expect(entries).toMatchObject([
    { action: 'factors.reset', actorId: null, target: amara?.id, address: 'command line' },
  ]);
  expect(mails).toMatchObject([
    { template: 'second-factor-changed', recipient: 'amara@hospital.test' },
  ]);
});

it.each([
  [[], 'Usage: npm run admin:reset-second-factor -- <email>\n'],
  [['nobody@hospital.test'], 'No account has this email.\n'],
])('ends badly with %o, and says why', async (args, stderr) => {
  await expect(reset(...args)).rejects.toMatchObject({ code: 1, stderr });
});
