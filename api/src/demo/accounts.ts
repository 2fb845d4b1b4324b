import type { Db } from '../db/client.ts';
import { endCustomer } from '../features/billing/stripe/customers/end-customer.ts';
import { eraseUser } from '../features/users/delete.ts';
import type { Services } from '../services.ts';
import { logins } from './logins.ts';
import { findDemoAccounts } from './repository.ts';

/**
 * Throws when somebody can sign in with an account of the demo, whose password everybody knows:
 * such a database must not be served in production.
 */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const known = Object.values(logins).map(({ email }): string => email);
  const open = (await findDemoAccounts(db))
    .filter(({ isActive }) => isActive)
    .map(({ email }) => email);
  if (open.length === 0) return;
  // Of a demo with a past there are many; whose password is known comes first.
  const named = open.toSorted((a, b) => Number(known.includes(b)) - Number(known.includes(a)));
  const more = named.length > 2 ? ` (and ${named.length - 2} more accounts are its own)` : '';
  throw new Error(
    `This database was a demo: everybody knows the password of ${named.slice(0, 2).join(' and ')}${more}. Delete what the demo made with: npm run demo:remove`,
  );
}

/**
 * Deletes the accounts of the demo as an admin would, and answers their e-mails. Throws Unavailable
 * while Stripe is away.
 */
export async function removeDemoAccounts(services: Services): Promise<string[]> {
  const accounts = await findDemoAccounts(services.db);
  for (const account of accounts) {
    await endCustomer(services, account.id);
    await eraseUser(services, account, { address: 'command line' });
    await services.jobs.forgetAddressesOf([account.email]);
  }
  return accounts.map(({ email }) => email);
}
