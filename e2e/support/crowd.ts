import { asAdmin } from './as-admin.ts';
import type { Stack } from './stack.ts';

/** The last name of thirty people whom nothing else knows, so that a page of 25 is not all of them. */
export const family = 'Zetterquist';

/** They are called Nora00 to Nora29. */
export const crowd = Array.from({ length: 30 }, (_, number) => ({
  first_name: `Nora${String(number).padStart(2, '0')}`,
  last_name: family,
  email: `nora${number}.zetterquist@hospital.test`,
}));

/** Makes accounts for them, unless they are there. */
export async function createCrowd(stack: Stack): Promise<void> {
  const call = await asAdmin(stack);
  const { data } = (await call('GET', `/admin/users?search=${family}`)) as {
    data: { count: number };
  };
  if (data.count > 0) return;
  for (const person of crowd) await call('POST', '/admin/users', person);
}
