import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../lib/paths.ts';

/** Files in which something is refused, by their path in the house. */
const files: Record<string, string> = {};

const rooms = [
  'api/src',
  'bench/src',
  'contract/src',
  'e2e/support',
  'mail-catcher/src',
  'scripts/lib',
  'stripe-sandbox/src',
  'web/app/lib',
];
for (const room of rooms) {
  files[`${room}/there.ts`] = "import type { Back } from './back.ts';\nexport type There = Back;\n";
  files[`${room}/back.ts`] =
    "import type { There } from './there.ts';\nexport type Back = There;\n";
}

let house: string;
let refused: { path: string; rule: string }[];
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'imports-'));
  await copyFile(join(root, 'biome.json'), join(house, 'biome.json'));
  await writeFile(join(house, '.gitignore'), 'node_modules\n');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), content);
  }
  refused = await lint(house);
});
afterAll(() => rm(house, { recursive: true, force: true }));

it.each(rooms)('a circle of imports is refused in %s, of types too', (room) => {
  const circular = refused.filter(({ rule }) => rule === 'lint/suspicious/noImportCycles');
  const paths = circular.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining([`${room}/there.ts`, `${room}/back.ts`]));
});

/** What the linter, set as it is here, has against the files of a folder. */
async function lint(cwd: string): Promise<{ path: string; rule: string }[]> {
  const biome = join(root, 'node_modules/.bin/biome');
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(biome, args, { cwd, maxBuffer: 1 << 26 }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  return diagnostics.map(({ category, location }) => ({ path: location.path, rule: category }));
}
