import { startPostgres } from '../../scripts/lib/postgres.ts';
import { benchLogins } from './logins.ts';
import { type Row, table } from './report.ts';
import { benchColdStart, benchSecondStart } from './startup.ts';
import { benchThroughput } from './throughput.ts';

const all = ['start', 'cold', 'throughput', 'logins'] as const;
const asked = process.argv.slice(2);
const wanted = (name: (typeof all)[number]): boolean => asked.length === 0 || asked.includes(name);

const rows: Row[] = [];
if (wanted('start')) rows.push(...(await benchSecondStart()));
const postgres = await startPostgres();
try {
  if (wanted('cold')) {
    rows.push(...(await benchColdStart('PGlite')));
    rows.push(...(await benchColdStart('PostgreSQL', postgres.url)));
  }
  if (wanted('throughput')) rows.push(...(await benchThroughput(postgres.url)));
  if (wanted('logins')) rows.push(...(await benchLogins(postgres.url)));
} finally {
  await postgres.stop();
}
process.stdout.write(`${table(rows)}\n`);
