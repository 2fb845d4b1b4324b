import { z } from 'zod';

interface Passwords {
  password: string;
  confirmation: string;
}

/** The password once more (product A19). */
export const confirmation = z.string().min(1, 'Please confirm your password');

/** Whether both were typed the same. */
export function passwordsMatch({ password, confirmation }: Passwords): boolean {
  return password === confirmation;
}

/** What to say when they were not: even while other fields are wrong, but not of an empty field. */
export const mismatch = {
  path: ['confirmation'],
  message: 'Passwords do not match',
  when: ({ value }: { value: unknown }) => (value as Passwords).confirmation !== '',
};
