import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../scripts/lib/postgres.ts';

/** A PostgreSQL, and one that follows it by streaming: both began from the same files. */
export async function startReplicated() {
  const files = mkdtempSync(join(tmpdir(), 'replica-'));
  const copy = join(files, 'data');
  const primary = await startPostgres(['wal_level=replica', 'max_wal_senders=4'], {
    made: (data) => cpSync(data, copy, { recursive: true }),
  });
  const { hostname, port } = new URL(primary.url);
  const replica = await startPostgres(['hot_standby=on'], {
    make(data) {
      cpSync(copy, data, { recursive: true });
      chmodSync(data, 0o700);
      writeFileSync(join(data, 'standby.signal'), '');
      const from = `host=${hostname} port=${port} user=postgres`;
      appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    },
  });
  rmSync(files, { recursive: true });
  return {
    primary: primary.url,
    replica: replica.url,
    stopReplica: replica.stop,
    async stop() {
      await replica.stop();
      await primary.stop();
    },
  };
}
