import { isDeletedEmail } from 'contract/deleted-email';

/** The e-mail below a user's name; of a deleted user, that there is none any more. */
export function emailLine(email: string): string {
  return isDeletedEmail(email) ? 'Account deleted' : email;
}
