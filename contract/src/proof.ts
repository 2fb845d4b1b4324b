import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loginPassword } from './rules.ts';
import { text } from './text.ts';

/** For so long after a login, or a proof, nobody is asked for another one. */
export const proofMinutes = 10;

/** Proves once more who is there, for the acts of weight that follow. */
export const proveOneself = endpoint({
  method: 'POST',
  path: '/user/proof',
  access: 'signed-in',
  summary: 'Prove again who you are, by your password or a code of your authenticator app',
  body: z
    .strictObject({
      password: loginPassword.optional(),
      code: text(100).trim().min(1, 'Enter the code').optional(),
    })
    .refine(
      ({ password, code }) => (password === undefined) !== (code === undefined),
      'Send a password or a code',
    ),
  answer: z.object({}),
});
