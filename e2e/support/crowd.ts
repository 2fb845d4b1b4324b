import { asAdmin } from './as-admin.ts';
import type { Stack } from './stack.ts';

/** The last name of thirty people whom nothing else knows, so that a page of 25 is not all of them. */
export const family = 'Zetterquist';

/** A name has no digits: letters from a to j stand for them. */
const inLetters = (number: number): string =>
  String(number)
    .padStart(2, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

/** They are called Noraaa to Noracj. */
export const crowd = Array.from({ length: 30 }, (_, number) => ({
  first_name: `Nora${inLetters(number)}`,
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
