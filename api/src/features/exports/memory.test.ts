import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const rows = 40_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.services;
  // Without what triggers would count: an export reads rows only.
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql`drop index users_pieces`);
    // In pieces, each well within the time that a statement may take.
    for (let from = 1; from <= rows; from += 5_000) {
      await transaction.execute(sql`
        insert into users (id, email, email_key, first_name, last_name, password_hash, role)
        select gen_random_uuid(), email, email, 'Many', 'People', '-', 'user'
        from generate_series(${from}::int, ${from + 4_999}::int) n,
          concat('many.', n, '@crowd.test') email`);
    }
  });
});
afterAll(() => server.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are in use once nothing more can be freed, without the pages of the embedded database. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

it('a large export is read as it is sent, and holds no more memory at its end', async () => {
  const admin = await server.admin();
  const { body } = await admin.post('/admin/exports', { list: 'users' });
  const before = held();
  const response = await fetch(server.url + body.url);
  let bytes = 0;
  let lines = 0;
  let most = 0;
  let sinceLook = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    sinceLook += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (sinceLook < 400_000) continue;
    sinceLook = 0;
    most = Math.max(most, held());
  }
  // The header, the crowd, and the admin.
  expect(lines).toBe(rows + 2);
  expect(bytes).toBeGreaterThan(4_000_000);
  expect(most - before).toBeLessThan(4_000_000);
});
