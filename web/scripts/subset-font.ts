import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const source = import.meta.resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const target = new URL('../app/ui/inter-basic.woff2', import.meta.url);

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('');

/** What the site's own texts need; app.css names the same characters in `unicode-range`. */
const characters = `${ascii}\u00a0£©·×–‘’“”•…`;

/**
 * Cuts Inter down to these characters and the weights in use. Names with other letters load the
 * whole Latin file. Run it again after changing either: `node web/scripts/subset-font.ts`.
 */
const font = await subsetFont(await readFile(new URL(source)), characters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'mark', 'ccmp', 'tnum', 'cv11', 'ss03'],
  noHinting: true,
  // Names of styles and measures that no browser asks for.
  dropTables: ['STAT', 'MVAR'],
});
await writeFile(target, font);
process.stdout.write(`${target.pathname}: ${font.length} bytes\n`);
