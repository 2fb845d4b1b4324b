import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set([
  '.html',
  '.js',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
]);
const directory = new URL('./build/client', import.meta.url).pathname;

/** Lays a brotli and a gzip copy beside each text file of the build, for the server to send. */
for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || !compressible.has(extname(file.name))) continue;
  const path = join(file.parentPath, file.name);
  const bytes = await readFile(path);
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, best));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
