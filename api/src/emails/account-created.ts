import { brand } from 'contract/brand';
import { promised } from 'contract/promised';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent once to somebody for whom an admin made an account: the link to set the first password. */
export const accountCreated = template(
  z.object({ firstName: z.string(), key: z.string() }),
  ({ firstName, key }, siteUrl) => {
    return layout({
      subject: `Your account at ${brand.company}`,
      paragraphs: [
        hello(firstName),
        `An account was made for you at ${brand.company}. Set a password to use it.`,
        `The link works once, for ${promised.resetLinkMinutes} minutes. After that, choose Forgot Password on the login page to get a new one.`,
      ],
      action: {
        label: 'Set your password',
        url: `${siteUrl}/reset-password?resetKey=${encodeURIComponent(key)}`,
      },
    });
  },
);
