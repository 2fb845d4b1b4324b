import { inWords, retention } from 'contract/retention';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent after a sign-up, after an admin has set another e-mail, and whenever it is asked for. */
export const emailVerification = template(
  z.object({ firstName: z.string(), key: z.string() }),
  ({ firstName, key }, siteUrl) => {
    return layout({
      subject: 'Confirm your email',
      paragraphs: [
        hello(firstName),
        `Please confirm that this is your email. Your products can be opened once you have. The link works once, for ${inWords(retention.emailLink)}.`,
        'If you did not sign up with us, you need do nothing.',
      ],
      action: {
        label: 'Confirm your email',
        url: `${siteUrl}/verify-email?token=${encodeURIComponent(key)}`,
      },
    });
  },
);
