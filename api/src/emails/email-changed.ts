import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/**
 * Sent to the e-mail before and to the new one; the one before may be a stranger's, and is not told the new
 * one. `isStaying`: nobody was signed out.
 */
export const emailChanged = template(
  z.object({
    firstName: z.string(),
    isNew: z.boolean(),
    isStaying: z.boolean(),
    occasion: occasion.nullable(),
  }),
  ({ firstName, isNew, isStaying, occasion: when }, siteUrl) => {
    const what = isNew
      ? 'This is the email of your account now. Log in with it; your password is the same.'
      : 'The email of your account was changed. From now on nothing more is sent to this address.';
    return layout({
      subject: 'The email of your account was changed',
      paragraphs: [
        hello(firstName),
        isStaying ? what : `${what} You were logged out everywhere.`,
        `If you did not ask for this, write to ${brand.supportEmail}.`,
      ],
      details: when ? occasionDetails(when) : [],
      action: { label: 'Log in', url: `${siteUrl}/login` },
    });
  },
  [(before) => ({ ...before, isStaying: false, occasion: null })],
);
