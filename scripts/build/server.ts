import { cpSync, globSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { writeBreachedList } from '../../api/src/features/accounts/breached-list.ts';
import { BESIDE, external } from '../lib/bundle.ts';
import { root } from '../lib/paths.ts';

const nodeModules = join(root, 'node_modules');

/** What nobody reads of the packages that are copied whole: maps, types, and PostgreSQL's other extensions. */
const NEEDLESS = /\.(map|d\.c?ts|md)$|pglite\/dist\/(?!pg_trgm)\w+\.tar\.gz$/;

/** Files that packages of the bundle read beside their code. */
const READ = ['@fastify/swagger/package.json', '@fastify/swagger-ui/static'];

/** Lets packages of the bundle find such files where they are copied to. */
const findFiles: Plugin = {
  name: 'find-files',
  transform(code, id) {
    if (!READ.some((file) => id.startsWith(join(nodeModules, dirname(file))))) return null;
    const folder = JSON.stringify(join('node_modules', relative(nodeModules, dirname(id))));
    const place = `require('node:path').join(__dirname, ${folder})`;
    return { code: code.replaceAll('__dirname', place), map: null };
  },
};

/**
 * Builds the server into a folder that is not there yet: `main.js`, the chunks it loads when they
 * are first needed, and all files they read. Nothing outside of the folder is needed to run it.
 */
export async function buildServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'api/src/bundle/main.ts' },
    platform: 'node',
    external,
    plugins: [findFiles],
    // The brand is set when the server starts: there is no `import.meta.env`, and that is meant.
    checks: { emptyImportMeta: false },
  });
  await bundle.write({
    dir: folder,
    // An ES module would load every name of Node's own modules, even fetch's for http's.
    format: 'cjs',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source, map) => relative(root, resolve(dirname(map), source)),
    // Names stay, for whoever reads a stack trace; what is left out need not be held in memory.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');

  const packages = globSync(
    BESIDE.map((name) => `${name}*`),
    { cwd: nodeModules },
  );
  for (const file of [...packages, ...READ]) {
    cpSync(join(nodeModules, file), join(folder, 'node_modules', file), {
      recursive: true,
      filter: (path) => !NEEDLESS.test(path),
    });
  }
  await writeBreachedList(join(folder, 'breached-passwords.bin'));
  for (const name of ['migrations', 'functions']) {
    cpSync(join(root, 'api/src/db', name), join(folder, name), { recursive: true });
  }
}
