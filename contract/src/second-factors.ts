import { z } from 'zod';
import { signedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { reason } from './reason.ts';
import { idOf, text } from './text.ts';

/** A code as typed: of an authenticator app, or one of the recovery codes. */
const code = text(100, 'Enter the code').trim().min(1, 'Enter the code');

/** Completes a login that was answered with a `second_factor`. */
export const secondStepBody = z.object({
  token: text(1_000, 'The token of the login is missing'),
  code,
  /** The mark that the last sign-in from this device was answered with. */
  device: text(4_000).optional(),
});

export const loginSecondFactor = endpoint({
  method: 'POST',
  path: '/login/second-factor',
  access: 'anyone',
  summary: 'Complete a login with a code of an authenticator app, or a recovery code',
  body: secondStepBody,
  answer: z.object({ data: signedIn }),
});

export const secondFactor = z.object({
  id: z.uuid(),
  type: z.enum(['totp', 'passkey']),
  created_at: z.iso.datetime(),
  /** When it was last used; null until then. */
  last_used_at: z.iso.datetime().nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/user/second-factors',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Your second factors',
  answer: z.object({ data: z.array(secondFactor), recovery_codes_left: z.number().int() }),
});

/** Begins to set up an authenticator app; nothing counts until it is confirmed, within an hour. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/user/second-factors/totp',
  access: 'signed-in',
  beforeFactor: true,
  proof: 'recent',
  summary: 'Begin to set up an authenticator app',
  answer: z.object({
    data: z.object({ id: z.uuid(), secret: z.string(), otpauth_url: z.string() }),
  }),
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Proves that the app has the secret. Answers ten new recovery codes; those before are void. */
export const confirmTotpBody = z.strictObject({ id: idOf('This set-up does not exist'), code });

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/user/second-factors/totp/confirm',
  access: 'signed-in',
  beforeFactor: true,
  proof: 'recent',
  summary: 'Finish setting up an authenticator app with its first code',
  body: confirmTotpBody,
  answer: z.object({ data: recoveryCodes }),
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/user/second-factors/recovery-codes',
  access: 'signed-in',
  proof: 'recent',
  summary: 'Ten new recovery codes in place of those before',
  answer: z.object({ data: recoveryCodes }),
});

export const deleteSecondFactor = endpoint({
  method: 'DELETE',
  path: '/user/second-factors/{id}',
  access: 'signed-in',
  proof: 'recent',
  summary: 'Remove a second factor; the recovery codes go with the last one',
  params: z.object({ id: idOf('This second factor does not exist') }),
  answer: z.object({}),
});

/** For somebody who has lost them all: whoever they are has to be found out before, by another way. */
export const adminResetFactors = endpoint({
  method: 'POST',
  path: '/admin/users/{id}/second-factors/reset',
  access: 'admin',
  proof: 'recent',
  summary: 'Remove all second factors of a user who has lost them',
  params: z.object({ id: idOf('This user does not exist') }),
  body: z.strictObject({ reason }),
  answer: z.object({}),
});
