import { brand } from 'contract/brand';
import { inWords, retention } from 'contract/retention';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/**
 * Sent to the e-mail that an account has while another one is asked for, and to the one before once that
 * has taken its place (`isDone`). It does not name the new one.
 */
export const emailUndo = template(
  z.object({ firstName: z.string(), key: z.string(), isDone: z.boolean(), occasion }),
  ({ firstName, key, isDone, occasion: when }, siteUrl) => {
    const what = isDone
      ? 'Another email has taken the place of this one. From now on nothing more is sent to this address.'
      : 'Somebody who knows your password asked to have another email for your account. Nothing changes until it is confirmed there.';
    return layout({
      subject: isDone
        ? 'The email of your account was changed'
        : 'Another email was asked for your account',
      paragraphs: [
        hello(firstName),
        what,
        'If it was you, you need do nothing.',
        `If it was not you, press the button: this stays the email of your account, and everybody is logged out. Then set a new password. The button works once, for ${inWords(retention.emailUndo)}. Write to ${brand.supportEmail} if it does not.`,
      ],
      details: occasionDetails(when),
      action: {
        label: 'It was not me',
        url: `${siteUrl}/undo-email?token=${encodeURIComponent(key)}`,
      },
    });
  },
);
