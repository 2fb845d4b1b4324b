import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { lookAtDisk } from './disk.ts';

const url = 'postgres://product_server@database.example/product';
const here = import.meta.dirname;
const full = async (folder: string) => (folder === tmpdir() ? 5e9 : 2e8);
const said = async (settings: Parameters<typeof lookAtDisk>[0]) =>
  (await lookAtDisk(settings, full)).map(({ state, text }) => `${state}: ${text}`);
const temporary = `good: ${tmpdir()} has 5.0 GB left.`;
const unseen = 'look: The disk of the database cannot be seen from here.';

it.each([
  ['PGlite', { DATABASE_URL: undefined, DATA_DIR: here }, [`look: ${here} has only 0.2 GB left.`]],
  ['PGlite in memory', { DATABASE_URL: undefined, DATA_DIR: 'memory://' }, []],
  [
    'PostgreSQL, and a data folder',
    { DATABASE_URL: url, DATA_DIR: here },
    [`look: ${here} has only 0.2 GB left.`, unseen],
  ],
  ['PostgreSQL, and none', { DATABASE_URL: url, DATA_DIR: join(here, 'none') }, [unseen]],
])(
  'of %s it looks at the disks that are written to, and says which it cannot see (product O603)',
  async (_what, settings, more) => {
    expect(await said(settings)).toEqual([temporary, ...more]);
  },
);

it('looks at the disk that a data folder would be made on, and truly', async () => {
  const asked: string[] = [];
  const left = async (folder: string) => asked.push(folder) * 1e10;
  const DATA_DIR = join(here, 'none', 'data');
  await lookAtDisk({ DATABASE_URL: undefined, DATA_DIR }, left);
  expect(asked).toEqual([tmpdir(), here]);
  const found = await lookAtDisk({ DATABASE_URL: undefined, DATA_DIR: dirname(here) });
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringMatching(/\d\.\d GB left\.$/),
    expect.stringContaining(dirname(here)),
  ]);
});
