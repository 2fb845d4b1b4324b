import { removeDemoAccounts } from '../demo/accounts.ts';
import { withServices } from './with-services.ts';

/**
 * `npm run demo:remove`: deletes the accounts that a demo put into the database, with the settings
 * of the server.
 */
try {
  const removed = await withServices(removeDemoAccounts);
  const found = removed.length > 0 ? `Deleted ${removed.join(' and ')}` : 'There was none';
  process.stdout.write(`${found}. No account of a demo is left.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
