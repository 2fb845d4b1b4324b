import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../lib/child.ts';
import { untilAnswers } from './database.ts';
import { needed } from './programs.ts';

const port = 3_377;
const nobody = 65_534;

/** pgbouncer before a PostgreSQL, a connection of its own for each that it is asked for. */
export async function startPgbouncer(databasePort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${databasePort} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = session
max_client_conn = 500
default_pool_size = 90
`,
  );
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const begin = () => startChild(needed('pgbouncer'), [settings], user);
  let child = begin();
  await untilAnswers(url);
  return {
    url,
    async restart() {
      await child.end('SIGKILL');
      child = begin();
    },
    async close() {
      await child.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
