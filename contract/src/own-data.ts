import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loginPassword } from './rules.ts';

/** Has a copy made of everything that is known of whoever asks; its link comes by mail. */
export const requestCopy = endpoint({
  method: 'POST',
  path: '/user/export',
  access: 'signed-in',
  proof: 'recent',
  summary: 'Ask for a copy of your data',
  answer: z.object({}),
});

/** Where the copy of a link is fetched, below `/api`, with its `token`: a zip file. */
export const copyPath = '/user/export';

/** The account is proved to be one's own by the password. */
export const deleteAccountBody = z.strictObject({ password: loginPassword });

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'signed-in',
  proof: 'carried',
  summary: 'Delete your account',
  body: deleteAccountBody,
  answer: z.object({}),
});
