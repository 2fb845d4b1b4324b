import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { assertion, passkeyRequest } from './passkeys.ts';
import { loginPassword } from './rules.ts';
import { text } from './text.ts';

/** For so long after a login, or a proof, nobody is asked for another one. */
export const proofMinutes = 10;

export const proofBody = z
  .strictObject({
    password: loginPassword.optional(),
    code: text(100).trim().min(1, 'Enter the code').optional(),
    /** What the browser answered to the options of `startPasskeyProof`. */
    passkey: z.strictObject(assertion).optional(),
    /** Has the answer carry a new token of the session; the one before is over seconds later. */
    renew: z.literal(true).optional(),
  })
  .refine(
    ({ renew: _, ...ways }) => Object.values(ways).filter((way) => way !== undefined).length === 1,
    'Send a password, a code or a passkey',
  );

/** Proves once more who is there, for the acts of weight that follow. */
export const proveOneself = endpoint({
  method: 'POST',
  path: '/user/proof',
  access: 'signed-in',
  beforeFactor: true,
  summary:
    'Prove again who you are, by your password, a code of your authenticator app or a passkey',
  body: proofBody,
  answer: z.object({ data: z.object({ token: z.string() }).optional() }),
});

/** What a browser needs to prove by one of your passkeys who is there. */
export const startPasskeyProof = endpoint({
  method: 'POST',
  path: '/user/proof/passkey/options',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Begin to prove who you are with a passkey',
  answer: passkeyRequest,
});
