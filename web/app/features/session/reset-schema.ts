import { resetPassword } from 'contract/rules';
import { z } from 'zod';
import { confirmation, mismatch, passwordsMatch } from './confirmation.ts';

/** What the reset page asks for, with the messages of spec section 5. */
export const resetForm = z
  .object({ password: resetPassword, confirmation })
  .refine(passwordsMatch, mismatch);
