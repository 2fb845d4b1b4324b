import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, loginPassword } from './rules.ts';
import { text } from './text.ts';

const unusable = 'This link is not whole. Open it from the email once more.';

/** The token of a link that was mailed, which the page of the link hands on at the press of a button. */
export const mailedTokenBody = z.strictObject({ token: text(200, unusable).min(1, unusable) });

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify-email',
  access: 'anyone',
  summary: 'Confirm an email with the token of the link that was sent to it',
  body: mailedTokenBody,
  answer: z.object({}),
});

export const sendVerification = endpoint({
  method: 'POST',
  path: '/user/verification',
  access: 'signed-in',
  beforeFactor: true,
  summary: 'Have the link to confirm your email sent again',
  answer: z.object({}),
});

/** The e-mail of an account, and the one that waits to take its place. */
export const readEmail = endpoint({
  method: 'GET',
  path: '/user/email',
  access: 'signed-in',
  summary: 'Your email, and the change of it that waits for its link',
  answer: z.object({
    data: z.object({
      email: z.string(),
      email_verified: z.boolean(),
      pending: z.object({ email: z.string(), expires_at: z.iso.datetime() }).nullable(),
    }),
  }),
});

export const changeEmailBody = z.strictObject({ email, password: loginPassword });

export const changeEmail = endpoint({
  method: 'POST',
  path: '/user/email',
  access: 'signed-in',
  proof: 'carried',
  summary: 'Have a link sent to another email, which then becomes yours',
  body: changeEmailBody,
  answer: z.object({}),
});

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/user/email',
  access: 'signed-in',
  summary: 'Take back a change of your email whose link was not used yet',
  answer: z.object({}),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/confirm-email',
  access: 'anyone',
  summary: 'Change the email of an account with the token of the link that was sent to the new one',
  body: mailedTokenBody,
  answer: z.object({}),
});

export const undoEmail = endpoint({
  method: 'POST',
  path: '/undo-email',
  access: 'anyone',
  summary: 'Undo a change of email with the token of the link that was sent to the one before',
  body: mailedTokenBody,
  answer: z.object({}),
});
