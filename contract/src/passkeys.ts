import { z } from 'zod';
import { signedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { passkeyOptions } from './passkey-options.ts';
import { text } from './text.ts';

/** What a browser answers with, as WebAuthn writes it in JSON; the server checks all of it. */
const credential = z.looseObject({ id: text(1_500, 'The passkey is missing') });

const token = text(1_000, 'The token is missing');

/** What a browser signed, with the token of the options that it was asked by. */
export const assertion = { token, credential };

/** The options as the browser takes them (`parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`). */
export const passkeyRequest = z.object({
  data: z.object({ token: z.string(), options: z.unknown() }),
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/user/second-factors/passkeys',
  access: 'signed-in',
  beforeFactor: true,
  proof: 'recent',
  summary: 'Begin to make a passkey',
  answer: passkeyRequest,
});

/** Answers ten recovery codes where there were none. */
export const confirmPasskey = endpoint({
  method: 'POST',
  path: '/user/second-factors/passkeys/confirm',
  access: 'signed-in',
  beforeFactor: true,
  proof: 'recent',
  summary: 'Keep the passkey that the browser has made',
  body: z.strictObject(assertion),
  answer: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
});

export const startPasskeyLogin = endpoint({
  ...passkeyOptions,
  access: 'anyone',
  summary: 'Begin to log in with a passkey; with the token of a second step, of that person alone',
  body: z.strictObject({ token: token.optional() }),
  answer: passkeyRequest,
});

export const loginPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  access: 'anyone',
  summary: 'Log in with a passkey, which is both steps in one',
  body: z.strictObject({
    ...assertion,
    /** The mark that the last sign-in from this device was answered with. */
    device: text(4_000).optional(),
  }),
  answer: z.object({ data: signedIn }),
});
