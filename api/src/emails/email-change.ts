import { inWords, retention } from 'contract/retention';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent to the e-mail that somebody wants their account to have. It may be a stranger's, who is told no more. */
export const emailChange = template(
  z.object({ firstName: z.string(), key: z.string() }),
  ({ firstName, key }, siteUrl) => {
    return layout({
      subject: 'Confirm your new email',
      paragraphs: [
        hello(firstName),
        `You asked to have this email for your account. Nothing changes until you confirm it. The link works once, for ${inWords(retention.emailLink)}.`,
        'If you did not ask for this, you need do nothing.',
      ],
      action: {
        label: 'Confirm your new email',
        url: `${siteUrl}/confirm-email?token=${encodeURIComponent(key)}`,
      },
    });
  },
);
