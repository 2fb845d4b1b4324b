import { root } from '../lib/paths.ts';
import { secondsSince } from '../lib/seconds.ts';
import { buildIfStale } from './dist.ts';
import { buildServer } from './server.ts';
import { buildSite } from './site.ts';

/** `npm run build`: brings dist/ up to date, all that production needs. */
const began = Date.now();
try {
  const built = await buildIfStale(root, { site: buildSite, server: buildServer });
  const line = built.length > 0 ? `Built the ${built.join(' and the ')}` : 'Nothing has changed';
  process.stdout.write(`${line} in ${secondsSince(began)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
process.exit();
