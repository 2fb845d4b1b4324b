import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/** What can happen to somebody's second factors, and how they are told of it. */
const changes = {
  'app-added':
    'An authenticator app was added to your account. Log in with a code of it from now on.',
  'app-removed':
    'An authenticator app was removed from your account. Its codes are not taken any more.',
  'passkey-added': 'A passkey was added to your account. It logs you in without a password.',
  'passkey-removed': 'A passkey was removed from your account. It does not log you in any more.',
  reset:
    'All second factors of your account were removed by us, since you had lost them, and you were logged out everywhere. Set up new ones when you log in.',
  'first-shown':
    'All second factors of your account were removed: when they were set up, nobody had shown that this email is theirs. Set up your own when you log in.',
  'codes-made':
    'New recovery codes were made for your account. Those before are not taken any more.',
} as const;
export type FactorChange = keyof typeof changes;

/** Sent after each change of a second factor: it is a change of who can get in. */
export const secondFactorChanged = template(
  z.object({
    firstName: z.string(),
    change: z.enum(Object.keys(changes) as [FactorChange, ...FactorChange[]]),
    occasion: occasion.nullable(),
  }),
  ({ firstName, change, occasion: when }, siteUrl) => {
    return layout({
      subject: 'Your two-step login was changed',
      paragraphs: [
        hello(firstName),
        changes[change],
        `If it was not you, reset your password now and write to ${brand.supportEmail}.`,
      ],
      details: when ? occasionDetails(when) : [],
      action: { label: 'Account', url: `${siteUrl}/user/account` },
    });
  },
  [(before) => ({ ...before, occasion: null })],
);
