import { legalKind } from 'contract/agreements';
import { z } from 'zod';
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { announceChange } from '../features/agreements/changes.ts';
import { createLog } from '../http/log.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createServices } from '../services.ts';

const usage = 'Usage: npm run legal:announce -- <terms|privacy> <year-month-day> "<what changes>"';

const given = z.tuple([legalKind, z.iso.date(), z.string().trim().min(10).max(1_000)]);

/**
 * `npm run legal:announce`: tells every account holder of the terms or the policy of this build, with
 * the settings of the server, whose processes send the mails.
 */
try {
  const { data } = given.safeParse(process.argv.slice(2));
  if (!data) throw new Error(usage);
  const [kind, inForceOn, says] = data;
  const env = readEnv(process.env);
  const log = createLog('error', process.stderr);
  const database = await openDatabase({ url: env.DATABASE_URL, dataDirectory: env.DATA_DIR });
  const jobs = await createJobs(database, log);
  try {
    await announceChange(createServices(env, log, database.db, jobs), { kind, inForceOn, says });
    process.stdout.write(`Announced: in force on ${inForceOn}. The mails go out now.\n`);
  } finally {
    await jobs.stop();
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
