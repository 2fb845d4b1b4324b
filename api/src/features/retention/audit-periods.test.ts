import { before, retention } from 'contract/retention';
import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { periodOfAction } from '../../db/audit-periods.ts';
import { auditLog } from '../../db/schema.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { keepRetention } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const actions = Object.entries(periodOfAction);

it('each act is kept for one of the two periods of the audit log', async () => {
  const { db } = server.services;
  const address = '192.0.2.7';
  const left = async () => {
    const rows = await db.select().from(auditLog).where(eq(auditLog.address, address));
    return rows.map(({ action }) => action).toSorted();
  };
  const [day, year] = [86_400_000, before(new Date(), retention.signIns).getTime()];
  const add = (at: Date) =>
    db.insert(auditLog).values(actions.map(([action]) => ({ id: uuid(), action, at, address })));
  await add(new Date(year - day));
  await keepRetention(server.services);
  const kept = actions.flatMap(([action, period]) => (period === 'auditLog' ? action : []));
  expect(await left()).toEqual(kept.toSorted());
  for (const looked of ['user.opened', 'list.opened', 'list.exported', 'view.opened'])
    expect(kept).toContain(looked);
  for (const came of ['login.succeeded', 'login.refused', 'logout', 'access.refused'])
    expect(kept).not.toContain(came);
  await keepRetention(server.services, new Date(Date.now() + 6 * 366 * day));
  expect(await left()).toEqual([]);
});
