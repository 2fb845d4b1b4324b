import { login, loginBody } from 'contract/accounts';
import type { z } from 'zod';
import { readDevice, storeCredentials, storeDevice } from '../../lib/credentials.ts';
import { call } from '../../lib/http.ts';
import { notify } from '../../lib/notify.ts';

const toastMs = 2000;

/** What the login form asks for. */
export const schema = loginBody;

/** Signs in and keeps what the server answered. Fails with HttpError; its toast has been shown. */
export async function send(body: z.output<typeof schema>): Promise<void> {
  const { data, message } = await call(login, {
    body: { ...body, device: readDevice() ?? undefined },
  });
  notify.success(message, { duration: toastMs });
  storeCredentials(data.token, data.user);
  storeDevice(data.device);
}
