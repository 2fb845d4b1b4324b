import { register } from 'contract/accounts';
import * as messages from 'contract/messages';
import { email, firstName, lastName, newPassword } from 'contract/rules';
import { z } from 'zod';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
import { notify } from '../../lib/notify.ts';
import { noteTexts, shownTexts } from '../../lib/shown-texts.ts';
import { confirmation, mismatch, passwordsMatch } from './confirmation.ts';

const toastMs = 2000;

/** What the sign-up form asks for, and what it says (product A13 to A20). */
export const schema = z
  .object({
    first_name: firstName,
    last_name: lastName,
    email,
    password: newPassword,
    confirmation,
    /** A box that is not ticked is not among a form's fields. */
    terms: z.literal('on', 'You must agree to the terms and conditions'),
  })
  .refine(passwordsMatch, mismatch);

/**
 * Creates an account, and says what the server said of it. Fails with HttpError; its toast has been shown.
 * Whoever is told that the texts have changed agrees to those of now the next time.
 */
export async function send(values: z.output<typeof schema>): Promise<void> {
  const { confirmation, terms, ...account } = values;
  const body = { ...account, role: 'user' };
  const { message } = await call(register, { body, shown: shownTexts() }).catch((error) => {
    if (error instanceof HttpError && error.code === 'outdated') noteTexts(error.now);
    throw error;
  });
  notify.success(message || messages.signedUp, { duration: toastMs });
}
