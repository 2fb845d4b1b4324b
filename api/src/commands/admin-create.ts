import { createInterface } from 'node:readline/promises';
import { registerBody } from 'contract/accounts';
import { openDatabase } from '../db/open.ts';
import { createMails } from '../emails/mails.ts';
import { createAdmin } from '../features/users/create-admin.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';

/**
 * `npm run admin:create -- <email> <first name> <last name>`: makes an admin, of whom
 * the server mails all admins. The password is taken from ADMIN_PASSWORD or asked for.
 */
const [email, first_name, last_name] = process.argv.slice(2);
const parsed = registerBody.safeParse({ email, first_name, last_name, password: await password() });
if (!parsed.success) {
  const faults = parsed.error.issues.map(({ message }) => `  - ${message}\n`).join('');
  process.stderr.write(
    `Usage: npm run admin:create -- <email> <first name> <last name>\n${faults}`,
  );
  process.exit(1);
}
try {
  const database = await openDatabase({
    url: process.env.DATABASE_URL || undefined,
    dataDirectory: process.env.DATA_DIR || '.data',
  });
  const { db } = database;
  const jobs = await createJobs(database, createLog('error', process.stderr));
  // They are queued here, and sent by the server with its settings.
  const mails = createMails(db, jobs, { smtpUrl: '', from: '', siteUrl: '' });
  try {
    await createAdmin({ db, mails, jobs }, parsed.data);
  } finally {
    await jobs.stop();
    await database.close();
  }
  process.stdout.write(`${parsed.data.email} is an admin now.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function password(): Promise<string> {
  if (process.env.ADMIN_PASSWORD) return process.env.ADMIN_PASSWORD;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Password (8 characters or more): ');
  terminal.close();
  return answer;
}
