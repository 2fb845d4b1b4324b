import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hold } from '../../api/src/db/file-lock.ts';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, its types stand beside it
import { findProcess } from '../bootstrap/processes.mjs';
import { sourceHash } from '../lib/source-hash.ts';

/** What each part is made of. */
const SOURCES = {
  site: [
    'web/app/{!(testing)/**/,}!(*.test.*)',
    'web/!(app|build|node_modules)/**',
    'web/*.*',
    'contract/src/**',
    'contract/package.json',
  ],
  server: [
    'api/src/{!(testing)/**/,}!(*.test).ts',
    'api/src/db/{migrations,functions}/**',
    'api/package.json',
    'contract/src/**',
  ],
};
const OF_BOTH = ['scripts/build/**', 'package-lock.json'];

type Name = keyof typeof SOURCES;
const names = Object.keys(SOURCES) as Name[];

/** The builds that are in use: the folder in dist/, and the hash of what it was made of. */
type Current = Partial<Record<Name, { folder: string; sources: string }>>;

/** Makes a part in a folder that is not there yet. */
export type Builders = Record<Name, (folder: string) => Promise<void>>;

/** Whether dist/ is made of the sources as they are. */
export function isFresh(root: string): boolean {
  return staleParts(root).length === 0;
}

/**
 * Builds what is stale into new folders of dist/, and then lets dist/current.json name them: at any
 * moment there is a whole build to start, and a server that runs finds what it loads later. One
 * process builds at a time: another waits for it, and then mostly has nothing to do. Answers which
 * parts were built. Rejects when one does not build; then all stays as it was.
 */
export async function buildIfStale(root: string, builders: Builders): Promise<Name[]> {
  if (isFresh(root)) return [];
  const lock = await hold(join(root, '.cache', 'build.lock'));
  try {
    const stale = staleParts(root);
    const previous = readCurrent(root);
    const number = nextNumber(root);
    const building = stale.map(async ({ name, sources }) => {
      const folder = `${name}-${number}`;
      await builders[name](join(root, 'dist', folder));
      return [name, { folder, sources }] as const;
    });
    // Nobody else may begin while one of them still writes.
    await Promise.allSettled(building);
    const built = Object.fromEntries(await Promise.all(building));
    if (stale.length > 0) publish(root, { ...previous, ...built }, previous);
    return stale.map(({ name }) => name);
  } finally {
    lock.release();
  }
}

function staleParts(root: string): { name: Name; sources: string }[] {
  const current = readCurrent(root);
  return names
    .map((name) => ({ name, sources: hashOf(root, name) }))
    .filter(({ name, sources }) => current[name]?.sources !== sources);
}

/** The site has the names of the brand written into its pages. */
function hashOf(root: string, name: Name): string {
  const hash = sourceHash(root, [...SOURCES[name], ...OF_BOTH]);
  const brand = Object.entries(process.env).filter(([key]) => key.startsWith('BRAND_'));
  return name === 'site' && brand.length > 0 ? hash + JSON.stringify(brand.sort()) : hash;
}

function readCurrent(root: string): Current {
  const file = join(root, 'dist', 'current.json');
  if (!existsSync(file)) return {};
  const current = JSON.parse(readFileSync(file, 'utf8')) as Current;
  for (const name of names) {
    if (!existsSync(join(root, 'dist', current[name]?.folder ?? 'none'))) delete current[name];
  }
  return current;
}

/** Above all that lie there: a build that was interrupted may have left its folder behind. */
function nextNumber(root: string): number {
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  const numbers = readdirSync(dist).map((entry) => Number(entry.split('-')[1]));
  return Math.max(0, ...numbers.filter(Number.isInteger)) + 1;
}

/** Lets the next start take these; the ones before stay, and those of servers that still run. */
function publish(root: string, current: Current, previous: Current): void {
  const dist = join(root, 'dist');
  put(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  put(join(dist, 'server.js'), readFileSync(join(import.meta.dirname, 'launcher.cjs'), 'utf8'));
  put(join(dist, 'current.json'), `${JSON.stringify(current, null, 2)}\n`);
  const kept = [
    ...[current, previous].flatMap((parts) => names.map((name) => parts[name]?.folder)),
    ...foldersInUse(dist),
  ];
  for (const entry of readdirSync(dist)) {
    const isBuild = names.some((name) => entry.startsWith(`${name}-`));
    if (isBuild && !kept.includes(entry)) rmSync(join(dist, entry), { recursive: true });
  }
}

/** The builds of servers that run, by the marks of the launcher; those of others are cleared away. */
function foldersInUse(dist: string): string[] {
  const marks = join(dist, 'running');
  if (!existsSync(marks)) return [];
  return readdirSync(marks).flatMap((pid) => {
    const mark = join(marks, pid);
    if (findProcess(Number(pid))) return readFileSync(mark, 'utf8').trim().split('\n');
    rmSync(mark, { force: true });
    return [];
  });
}

/** Writes a file so that nobody ever reads half of it. */
function put(file: string, content: string): void {
  writeFileSync(`${file}.draft`, content);
  renameSync(`${file}.draft`, file);
}
