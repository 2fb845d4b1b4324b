import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { outgoingEmails } from '../db/schema.ts';
import type { TestServer } from './server.ts';

/** Has the mails that wait of a kind be tried at once, and waits until they have been sent. */
export async function sendAgain(
  { services: { db, jobs } }: TestServer,
  kind: string,
): Promise<void> {
  const isOfKind = sql`${outgoingEmails.cause} like ${`${kind}:%`} and ${outgoingEmails.sentAt} is null`;
  const waiting = async () => {
    await db.execute(sql`update pgboss.job set start_after = now()
      where name = 'send-email' and state = 'retry' and data->>'cause' like ${`${kind}:%`}`);
    jobs.wake(['send-email']);
    return db.$count(outgoingEmails, isOfKind);
  };
  await expect.poll(waiting, { timeout: 30_000, interval: 250 }).toBe(0);
}
