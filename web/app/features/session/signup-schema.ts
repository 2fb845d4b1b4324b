import { email, firstName, lastName, newPassword } from 'contract/rules';
import { z } from 'zod';

/** What the sign-up form asks for, with the messages of spec section 5. */
export const signupForm = z
  .object({
    first_name: firstName,
    last_name: lastName,
    email,
    password: newPassword,
    confirmation: z.string().min(1, 'Please confirm your password'),
    terms: z.boolean().refine(Boolean, 'You must agree to the terms and conditions'),
  })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    message: 'Passwords do not match',
    // Said even while other fields are wrong, but not beside 'Please confirm your password'.
    when: ({ value }) => (value as { confirmation?: string }).confirmation !== '',
  });
