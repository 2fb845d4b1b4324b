import { hashPassword } from '../features/accounts/password.ts';
import { hasAccount, storeAccount } from '../features/accounts/service.ts';
import { connectExample } from '../features/products/example.ts';
import type { Services } from '../services.ts';
import { logins } from './logins.ts';

const password = 'Demo-1234!';

/**
 * Puts the demo logins and the catalogue in place; what is there already stays as it is. Waits up
 * to 20 s for the sandbox, which starts at the same time.
 */
export async function seedDemo(services: Services): Promise<void> {
  for (const person of Object.values(logins)) {
    if (await hasAccount(services.db, person.email)) continue;
    await storeAccount(services.db, {
      ...person,
      passwordHash: await hashPassword(password),
      isDemo: true,
      emailVerifiedAt: new Date(),
    });
  }
  await connectExample(services);
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await services.prices.syncCatalogue();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      services.log.debug({ err: error }, 'waiting for the sandbox');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
