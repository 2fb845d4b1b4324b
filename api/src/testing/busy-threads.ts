import { hashOnThread } from '../features/accounts/hashing-threads.ts';
import { passwordCost } from '../features/accounts/password-cost.ts';

/**
 * Takes the threads that hash with eight passwords at their full cost, a tenth of a second each:
 * what is hashed next waits behind them. Resolves when they are free again.
 */
export async function keepThreadsBusy(): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, () => hashOnThread('x', passwordCost)));
}
