import { resetFactors } from '../features/second-factors/reset.ts';
import { withServices } from './with-services.ts';

/**
 * `npm run admin:reset-second-factor -- <email>`, with the settings of the server: lets somebody in by
 * the password alone who has lost phone and recovery codes. They are told by mail.
 */
const [email] = process.argv.slice(2);
try {
  if (!email) throw new Error('Usage: npm run admin:reset-second-factor -- <email>');
  await withServices((services) => resetFactors(services, email));
  process.stdout.write(`${email} logs in by the password alone now, and is told by mail.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
