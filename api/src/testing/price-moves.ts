import { findPlan, type Plan } from 'contract/catalogue';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { outgoingEmails } from '../db/schema.ts';
import { movePrices } from '../features/billing/price-moves/service.ts';
import { operatorToken } from '../http/operator.ts';
import { choice } from './choice.ts';
import { arrived, type Mailbox } from './mailbox.ts';
import { sendAgain } from './send-again.ts';
import type { TestServer } from './server.ts';
import type { MoodySmtp } from './smtp.ts';

/** The plan whose price moves: its amount is written as the catalogue would be by a new release. */
export const plan = findPlan(choice('cataract', 'monthly').pricing_plan_id) as Plan;
export const was = plan.amount;

/** The catalogue belongs to all tests of a process: it is as it was when these are over. */
export function putPriceBack(): void {
  plan.amount = was;
}

export async function reprice({ services }: TestServer, amount: number): Promise<void> {
  plan.amount = amount;
  await services.prices.syncCatalogue();
}

export const today = ({ services }: TestServer) =>
  services.stripeClock.now().toISOString().slice(0, 10);

interface Asked {
  /** The first day on which it may apply; today unless said. */
  from?: string;
  isDryRun?: boolean;
  /** The command breaks off behind so many holders. */
  most?: number;
}

/** Has the price moved, and its notices sent; answers what became of each holder. */
export async function move(
  server: TestServer,
  { from = today(server), isDryRun = false, most = Number.POSITIVE_INFINITY }: Asked = {},
) {
  const moved = [];
  for await (const one of movePrices(server.services, { plan, from, isDryRun })) {
    moved.push(one);
    if (moved.length === most) break;
  }
  await sendAgain(server, 'price-changing');
  await server.settled();
  return moved;
}

/** Has the price moved while the mail server takes nothing: each notice is tried once, and waits. */
export async function moveUntold(server: TestServer, smtp: MoodySmtp): Promise<void> {
  const { db } = server.services;
  smtp.mood = 'later';
  const moving = { plan, from: today(server), isDryRun: false };
  for await (const _ of movePrices(server.services, moving));
  const untold = sql`${outgoingEmails.cause} like 'price-changing:%' and ${outgoingEmails.sentAt} is null`;
  const tried = () =>
    db.execute(sql`update pgboss.job set start_after = now() + interval '1 hour'
      where name = 'send-email' and state = 'retry' and data->>'cause' like 'price-changing:%'`);
  const waiting = await db.$count(outgoingEmails, untold);
  expect(waiting).toBeGreaterThan(0);
  await expect.poll(async () => (await tried()).rowCount).toBe(waiting);
}

/** The operator's proof, as the command has it. */
export const operatorProof = async ({ services }: TestServer) =>
  `Bearer ${await operatorToken(services.env.JWT_SECRET)}`;

/** Asks the server that runs to move prices. */
export async function askToMove({ url }: TestServer, authorization: string, body: object) {
  const answer = await fetch(`${url}/api/operator/prices-move`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { lines: string[] } };
}

/** What somebody has paid, in pounds, the oldest first. */
export const paid = async ({ payments }: { payments: () => Promise<{ amount: number }[]> }) =>
  (await payments()).map(({ amount }) => amount).toReversed();

/** The mails that told somebody of a new price. */
export const told = async (mailbox: Mailbox, { user }: { user: { email: string } }) =>
  (await arrived(mailbox, user.email)).filter(({ subject }) =>
    subject.startsWith('The price of your'),
  );
