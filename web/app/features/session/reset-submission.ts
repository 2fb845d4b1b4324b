import { updatePassword } from 'contract/accounts';
import { resetPassword } from 'contract/rules';
import { z } from 'zod';
import { clearCredentials, readDevice, storeDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { confirmation, mismatch, passwordsMatch } from './confirmation.ts';

/** What the reset page asks for and what it says (product A17 to A19), and the key of the link. */
export const schema = z
  .object({ resetToken: z.string(), password: resetPassword, confirmation })
  .refine(passwordsMatch, mismatch);

/**
 * Sets a new password with the key of a reset link. The server ends every session of that account,
 * so this browser's goes too. Fails with HttpError; its toast has been shown.
 */
export async function send({ resetToken, password }: z.output<typeof schema>): Promise<void> {
  const device = readDevice() ?? undefined;
  const body = { resetToken, newPassword: password, device };
  const { data } = await call(updatePassword, { body });
  if (data) storeDevice(data.device);
  clearCredentials();
}
