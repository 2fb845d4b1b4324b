import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/** Sent when a recovery code was used: whoever did it had the password, and a list that was put away. */
export const recoveryCodeUsed = template(
  z.object({ firstName: z.string(), left: z.int(), occasion: occasion.nullable() }),
  ({ firstName, left, occasion: when }, siteUrl) => {
    const rest = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
    return layout({
      subject: 'A recovery code was used to log in',
      paragraphs: [
        hello(firstName),
        `Somebody logged in to your account with its password and one of your recovery codes. ${rest}`,
        'If you have lost your authenticator app, set up a new one in your account.',
        `If it was not you, reset your password now and write to ${brand.supportEmail}.`,
      ],
      details: when ? occasionDetails(when) : [],
      action: { label: 'Account', url: `${siteUrl}/user/account` },
    });
  },
  [(before) => ({ ...before, occasion: null })],
);
