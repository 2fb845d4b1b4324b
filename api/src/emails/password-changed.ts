import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/** Sent after each change of a password; `isStaying`: by somebody who stays logged in there. */
export const passwordChanged = template(
  z.object({ firstName: z.string(), isStaying: z.boolean(), occasion: occasion.nullable() }),
  ({ firstName, isStaying, occasion: when }, siteUrl) => {
    const where = isStaying ? 'everywhere else' : 'everywhere';
    return layout({
      subject: 'Your password was changed',
      paragraphs: [
        hello(firstName),
        `The password of your account was changed, and you were logged out ${where}.`,
        `If it was not you, reset your password now and write to ${brand.supportEmail}.`,
      ],
      details: when ? occasionDetails(when) : [],
      action: { label: 'Log in', url: `${siteUrl}/login` },
    });
  },
  [(before) => ({ ...before, isStaying: false }), (before) => ({ ...before, occasion: null })],
);
