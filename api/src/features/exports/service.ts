import type { exportBody } from 'contract/exports';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { NotFound } from '../../http/errors.ts';
import { signed } from '../../http/signed.ts';
import type { Services } from '../../services.ts';
import type { SignedIn } from '../accounts/session.ts';
import { audit } from '../audit/service.ts';
import { allPayments } from '../billing/payments/list.ts';
import { presentAdminPayment } from '../billing/payments/present.ts';
import { allSubscriptions } from '../billing/subscriptions/list.ts';
import { presentAdminSubscription } from '../billing/subscriptions/present.ts';
import { allUsers } from '../users/list.ts';
import { presentUser } from '../users/present.ts';
import { type Cell, csvLine } from './csv.ts';

type ExportRequest = z.output<typeof exportBody>;
interface Ticket {
  /** Told apart from others for the same list. */
  id: string;
  sessionId: string;
  request: ExportRequest;
}

/**
 * A download cannot carry the session's header, so its address carries a ticket instead: what may be
 * fetched, in which session, signed, for a minute and once.
 */
const tickets = (secret: string) => signed<Ticket>(secret, 'export ticket', 60_000);

/** Rows read at a time: what a download holds in memory, however long it is. */
const rowsAtOnce = 1_000;

/** Notes that an admin takes a list away, and answers the ticket for it. */
export async function prepareExport(
  { db, env }: Services,
  { admin, address }: { admin: SignedIn; address: string },
  request: ExportRequest,
): Promise<string> {
  const target = targetOf(request);
  await audit(db, { action: 'list.exported', actorId: admin.id, target, address });
  return tickets(env.JWT_SECRET).write({ id: uuid(), sessionId: admin.sessionId, request });
}

/**
 * Opens the download of a ticket: the file's name, and its lines as they are read. Throws NotFound
 * for a ticket that is forged, old or used, whose session has ended, or whose owner is no admin any
 * more.
 */
export async function openExport(
  services: Services,
  { ticket, address }: { ticket: string; address: string },
): Promise<{ name: string; lines: AsyncGenerator<string> }> {
  const content = tickets(services.env.JWT_SECRET).read(ticket);
  if (!content) throw new NotFound();
  const admin = await services.sessions.holder(content.sessionId);
  if (admin?.role !== 'admin') throw new NotFound();
  if (!(await services.limits.exportTicket.allows(content.id))) throw new NotFound();
  const { request } = content;
  const lines = write(services, request, { actorId: admin.id, address });
  return { name: `${request.list}.csv`, lines };
}

const targetOf = ({ list, query }: ExportRequest) => `${list} ${JSON.stringify(query)}`;

/** The lines of the file; how many of them were given away is noted, also of a download that breaks off. */
async function* write(
  services: Services,
  request: ExportRequest,
  by: { actorId: string; address: string },
): AsyncGenerator<string> {
  let count = 0;
  try {
    // Excel takes a file for UTF-8 only with this mark.
    yield `\uFEFF${csvLine(titles[request.list])}`;
    for await (const rows of read(services, request)) {
      count += rows.length;
      yield rows.map(csvLine).join('');
    }
  } finally {
    const detail = count === 1 ? '1 row' : `${count} rows`;
    const target = targetOf(request);
    await audit(services.db, { action: 'list.fetched', target, detail, ...by });
  }
}

const titles: Record<ExportRequest['list'], string[]> = {
  users: ['Id', 'First name', 'Last name', 'Email', 'Role', 'Status', 'Joined'],
  subscriptions: [
    ...['Id', 'First name', 'Last name', 'Email', 'Product', 'Plan', 'Price', 'Status'],
    ...['Trial end', 'Start', 'End'],
  ],
  payments: [
    ...['Id', 'First name', 'Last name', 'Email', 'Product', 'Plan', 'Amount', 'Refunded'],
    ...['Status', 'Date'],
  ],
};

async function* read(services: Services, request: ExportRequest): AsyncGenerator<Cell[][]> {
  if (request.list === 'users') {
    for await (const rows of allUsers.every(services, request.query, rowsAtOnce)) {
      yield rows
        .map(presentUser)
        .map((user) => [
          ...[user.id, user.first_name, user.last_name, user.email, user.role],
          ...[user.isActive ? 'active' : 'inactive', user.created_at],
        ]);
    }
  } else if (request.list === 'subscriptions') {
    for await (const rows of allSubscriptions.every(services, request.query, rowsAtOnce)) {
      yield rows
        .map((row) => presentAdminSubscription(row, services.stripeClock.now()))
        .map(({ user, product, pricing_plan, ...row }) => [
          ...[row.id, user.first_name, user.last_name, user.email],
          ...[product.name, pricing_plan.plan_name, pricing_plan.price, row.status],
          ...[row.trial_end_date, row.start_date, row.end_date],
        ]);
    }
  } else {
    for await (const rows of allPayments.every(services, request.query, rowsAtOnce)) {
      yield rows
        .map(presentAdminPayment)
        .map(({ user, subscription, ...row }) => [
          ...[row.id, user.first_name, user.last_name, user.email],
          ...[subscription.product.name, subscription.pricing_plan.plan_name],
          ...[row.amount, row.refunded, row.status, row.payment_date],
        ]);
    }
  }
}
