import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

/** Programs that stand for real parts, and the packages of Debian that they are in. */
const packages = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  slowhttptest: 'slowhttptest',
  libfaketime: 'libfaketime',
  postgresql: 'postgresql',
  prometheus: 'prometheus',
} as const;

export type Program = keyof typeof packages;

const places = ['/usr/sbin', '/usr/bin', '/usr/local/bin'];
const libraries: Partial<Record<Program, string>> = {
  libfaketime: '/usr/lib/*/faketime/libfaketime.so.1',
  postgresql: '/usr/lib/postgresql/*/bin',
};

/** Where a program is, or the folder of PostgreSQL's; undefined where it is not installed. */
export function pathOf(program: Program): string | undefined {
  const library = libraries[program];
  if (library) return globSync(library).toSorted().at(-1);
  return places.map((place) => `${place}/${program}`).find(existsSync);
}

/** The same where a row has said that it needs it. */
export function needed(program: Program): string {
  const path = pathOf(program);
  if (!path) throw new Error(`${program} is not installed`);
  return path;
}

/** Installs what is missing, as root on Debian. Answers what cannot be had. */
export function install(programs: Program[]): Program[] {
  const missing = () => programs.filter((program) => !pathOf(program));
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const wanted = missing().map((program) => packages[program]);
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    try {
      execFileSync(
        'apt-get',
        ['install', '--yes', '--no-install-recommends', ...wanted],
        options as { stdio: 'ignore' },
      );
    } catch {
      // What did not come of it is said below.
    }
  }
  return missing();
}
