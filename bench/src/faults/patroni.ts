import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Child, startChild } from '../lib/child.ts';
import { untilAnswers } from './database.ts';
import { startHaproxy } from './haproxy.ts';
import { needed } from './programs.ts';

const names = ['one', 'two'] as const;
const databasePorts = { one: 3_371, two: 3_372 };
const restPorts = { one: 3_373, two: 3_374 };
const [etcdPort, etcdPeerPort, frontPort] = [3_375, 3_376, 3_370];
const nobody = 65_534;
type Name = (typeof names)[number];

/** A primary and a synchronous replica that Patroni looks after, and an address that always leads to the primary. */
export async function startCluster() {
  const home = mkdtempSync(join(tmpdir(), 'patroni-'));
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  if (isRoot) chownSync(home, nobody, nobody);
  const folder = (name: string): string => {
    const path = join(home, name);
    mkdirSync(path, { mode: 0o700 });
    if (isRoot) chownSync(path, nobody, nobody);
    return path;
  };
  const options = { ...user, cwd: home, env: { PATH: process.env.PATH, HOME: home } };
  const etcd = startChild(
    needed('etcd'),
    [
      ...['--data-dir', folder('etcd'), '--log-level', 'error'],
      ...['--listen-client-urls', `http://127.0.0.1:${etcdPort}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${etcdPort}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${etcdPeerPort}`],
    ],
    options,
  );
  const nodes = new Map<Name, Child>();
  const begin = (name: Name): void => {
    nodes.set(name, startChild(needed('patroni'), [join(home, `${name}.yml`)], options));
  };
  for (const name of names) {
    const data = join(folder(name), 'data');
    writeFileSync(join(home, `${name}.yml`), settingsOf(name, data, home));
    begin(name);
  }
  const killDatabase = (name: Name): void => {
    const file = join(home, name, 'data/postmaster.pid');
    if (existsSync(file))
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
  };
  // It outlives its keeper, and is not to outlive this process.
  const killAll = (): void => names.forEach(killDatabase);
  process.on('exit', killAll);
  const servers = names.map(
    (name) =>
      `  server ${name} 127.0.0.1:${databasePorts[name]} check port ${restPorts[name]} inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions`,
  );
  const front = await startHaproxy(
    frontPort,
    `listen database
  mode tcp
  bind 127.0.0.1:${frontPort}
  option httpchk GET /primary
  http-check expect status 200
${servers.join('\n')}
`,
  );
  const url = `postgres://postgres@127.0.0.1:${frontPort}/postgres`;

  const isNow = async (name: Name, role: string): Promise<boolean> => {
    const signal = AbortSignal.timeout(1_000);
    const place = `http://127.0.0.1:${restPorts[name]}/${role}`;
    return (await fetch(place, { signal }).catch(() => null))?.status === 200;
  };
  const find = async (role: string): Promise<Name | undefined> => {
    for (const name of names) if (await isNow(name, role)) return name;
    return undefined;
  };
  const until = async (role: string, isFound: (name: Name) => boolean): Promise<Name> => {
    for (let tries = 0; tries < 300; tries += 1) {
      const name = await find(role);
      if (name && isFound(name)) return name;
      await setTimeout(400);
    }
    throw new Error(`Nobody became ${role}`);
  };
  await untilAnswers(url);
  await until('synchronous', () => true);
  return {
    url,
    /** Where the replica can be asked by itself. */
    replicaUrl: async () =>
      `postgres://postgres@127.0.0.1:${databasePorts[(await find('replica')) ?? 'two']}/postgres`,
    /** Kills the primary with its keeper, waits for the other one to be it, and brings the first back as its replica. */
    async failOver(): Promise<number> {
      const name = await until('primary', () => true);
      const began = performance.now();
      await nodes.get(name)?.end('SIGKILL');
      killDatabase(name);
      await until('primary', (other) => other !== name);
      const seconds = (performance.now() - began) / 1_000;
      begin(name);
      await until('synchronous', (other) => other === name);
      return seconds;
    },
    async stop() {
      for (const node of nodes.values()) await node.end('SIGTERM');
      await etcd.end('SIGKILL');
      front.close();
      process.off('exit', killAll);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What one of the two is told, in Patroni's words. */
function settingsOf(name: Name, data: string, home: string): string {
  return `scope: faults
name: ${name}
restapi: { listen: 127.0.0.1:${restPorts[name]}, connect_address: 127.0.0.1:${restPorts[name]} }
etcd3: { host: 127.0.0.1:${etcdPort} }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 4
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 120, wal_keep_size: 256MB, wal_log_hints: 'on' }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust, local all all trust]
postgresql:
  listen: 127.0.0.1:${databasePorts[name]}
  connect_address: 127.0.0.1:${databasePorts[name]}
  data_dir: ${data}
  bin_dir: ${needed('postgresql')}
  pgpass: ${home}/pgpass-${name}
  authentication:
    superuser: { username: postgres, password: unused }
    replication: { username: replicator, password: unused }
    rewind: { username: postgres, password: unused }
  parameters: { unix_socket_directories: ${home} }
`;
}
