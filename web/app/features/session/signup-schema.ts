import { email, firstName, lastName, newPassword } from 'contract/rules';
import { z } from 'zod';
import { confirmation, mismatch, passwordsMatch } from './confirmation.ts';

/** What the sign-up form asks for, with the messages of spec section 5. */
export const signupForm = z
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
