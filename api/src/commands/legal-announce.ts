import { announceChange, announcement } from '../features/agreements/changes.ts';
import { askServer } from './ask-server.ts';
import { withServices } from './with-services.ts';

const usage = 'Usage: npm run legal:announce -- <terms|privacy> <year-month-day> "<what changes>"';

/**
 * `npm run legal:announce`: tells every account holder of the terms or the policy of this build, with
 * the settings of the server, whose processes send the mails.
 */
try {
  const [kind, inForceOn, says] = process.argv.slice(2);
  const { data } = announcement.safeParse({ kind, inForceOn, says });
  if (!data) throw new Error(usage);
  if (process.env.DATABASE_URL) await withServices((services) => announceChange(services, data));
  else await askServer('legal-announce', data);
  process.stdout.write(`Announced: in force on ${data.inForceOn}. The mails go out now.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
