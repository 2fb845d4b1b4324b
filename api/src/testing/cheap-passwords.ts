import { join } from 'node:path';

const cheap = join(import.meta.dirname, 'password-cost.ts');

/** What is put in the place of the real costs of hashing, however that is named where it is imported. */
export const cheapPasswords = {
  './password-cost.ts': cheap,
  '../accounts/password-cost.ts': cheap,
};
