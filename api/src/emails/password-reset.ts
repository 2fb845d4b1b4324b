import { promised } from 'contract/promised';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent for each request: the link to set a new password. */
export const passwordReset = template(
  z.object({ firstName: z.string(), key: z.string() }),
  ({ firstName, key }, siteUrl) => {
    return layout({
      subject: 'Reset your password',
      paragraphs: [
        hello(firstName),
        `Somebody asked to reset the password of your account. The link works once, for ${promised.resetLinkMinutes} minutes.`,
        'If it was not you, you need do nothing: your password stays as it is.',
      ],
      action: {
        label: 'Set a new password',
        url: `${siteUrl}/reset-password?resetKey=${encodeURIComponent(key)}`,
      },
    });
  },
);
