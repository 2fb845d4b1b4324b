import { buildIfStale } from '../../scripts/build/dist.ts';
import { buildServer } from '../../scripts/build/server.ts';
import { buildSite } from '../../scripts/build/site.ts';
import { root } from '../../scripts/lib/paths.ts';
import { startPostgres } from '../../scripts/lib/postgres.ts';
import { benchAdmin } from './admin/index.ts';
import { benchGrowing } from './growing.ts';
import { endWhenTold } from './lib/child.ts';
import { benchLogins } from './logins.ts';
import { benchModel } from './model.ts';
import { benchModules } from './modules.ts';
import { benchPages } from './pages.ts';
import { benchProducts } from './products/index.ts';
import { type Row, table } from './report.ts';
import { benchRetention } from './retention/index.ts';
import { benchSecondFactors } from './second-factors.ts';
import { benchSpraying } from './spraying.ts';
import { benchColdStart, benchSecondStart } from './startup.ts';
import { benchSweep } from './sweep/index.ts';
import { benchThroughput } from './throughput.ts';
import { benchWebhooks } from './webhooks.ts';

const all = [
  'start',
  'cold',
  'modules',
  'throughput',
  'logins',
  'spraying',
  'second-factors',
  'webhooks',
  'model',
  'pages',
  'admin',
  'retention',
  'growing',
  'products',
  'sweep',
] as const;
// `pages /services /login` looks at these pages only.
const asked = process.argv.slice(2).filter((word) => !word.startsWith('/'));
const paths = process.argv.slice(2).filter((word) => word.startsWith('/'));
const wanted = (name: (typeof all)[number]): boolean => asked.length === 0 || asked.includes(name);

endWhenTold();

// What is measured is what runs in production.
await buildIfStale(root, { site: buildSite, server: buildServer });
if (wanted('pages')) {
  process.stdout.write(`${await benchPages(paths.length > 0 ? paths : undefined)}\n\n`);
}
if (wanted('modules')) process.stdout.write(`${benchModules()}\n\n`);
if (wanted('admin')) process.stdout.write(`${await benchAdmin()}\n\n`);
if (wanted('retention')) process.stdout.write(`${await benchRetention()}\n\n`);
if (asked.includes('growing')) process.stdout.write(`${await benchGrowing()}\n\n`);
const rows: Row[] = [];
if (wanted('start')) rows.push(...(await benchSecondStart()));
if (wanted('second-factors')) rows.push(...(await benchSecondFactors()));
if (wanted('products')) rows.push(...(await benchProducts()));
if (wanted('sweep')) rows.push(...(await benchSweep()));
// It takes most of an hour: only when it is asked for.
if (asked.includes('model')) rows.push(...(await benchModel()));
const onPostgres = ['cold', 'throughput', 'logins', 'spraying', 'webhooks'] as const;
if (onPostgres.some(wanted)) {
  const postgres = await startPostgres();
  try {
    if (wanted('cold')) {
      rows.push(...(await benchColdStart('PGlite')));
      rows.push(...(await benchColdStart('PostgreSQL', postgres.url)));
    }
    if (wanted('throughput')) rows.push(...(await benchThroughput(postgres.url)));
    if (wanted('logins')) rows.push(...(await benchLogins(postgres.url)));
    if (wanted('spraying')) process.stdout.write(`${await benchSpraying(postgres.url)}\n\n`);
    if (wanted('webhooks')) rows.push(...(await benchWebhooks(postgres.url)));
  } finally {
    await postgres.stop();
  }
}
if (rows.length > 0) process.stdout.write(`${table(rows)}\n`);
