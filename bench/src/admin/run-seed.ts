import { seedAdmin } from './seed.ts';

/** `npm run bench:seed [-- 10000]`: fills the empty database of DATABASE_URL, with a million users. */
const url = process.env.DATABASE_URL;
if (!url) {
  process.stderr.write('Set DATABASE_URL to an empty PostgreSQL 18 database.\n');
  process.exit(1);
}
const began = Date.now();
await seedAdmin(url, Number(process.argv[2] ?? 1_000_000), (line) => {
  process.stdout.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
});
