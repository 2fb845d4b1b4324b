import { changePassword, changePasswordBody } from 'contract/accounts';
import type { z } from 'zod';
import { readDevice, storeDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';

// Of what the form holds, the name for password managers is not sent.
export const schema = changePasswordBody.omit({ device: true }).strip();

/**
 * Changes the password of whoever is signed in. No device is known any more but this one, by another mark. Fails with HttpError; its toast has been shown.
 */
export async function send(body: z.output<typeof schema>): Promise<void> {
  const device = readDevice() ?? undefined;
  const { data } = await call(changePassword, { body: { ...body, device } });
  storeDevice(data.device);
}
