import { openDatabase } from '../db/open.ts';

/**
 * `npm run migrate` brings the tables up to date as the role of MIGRATIONS_DATABASE_URL, and lets that of
 * DATABASE_URL work with them: before the start of a server that is not given the first.
 */
const { DATABASE_URL: url, MIGRATIONS_DATABASE_URL: migrationsUrl } = process.env;
try {
  if (!url || !migrationsUrl) throw new Error('Set MIGRATIONS_DATABASE_URL and DATABASE_URL.');
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const database = await openDatabase({ url, migrationsUrl, dataDirectory: '', say });
  await database.close();
  process.stdout.write('The tables are those of this release.\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
