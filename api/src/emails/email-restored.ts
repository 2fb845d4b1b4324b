import { brand } from 'contract/brand';
import { inWords, promised } from 'contract/promised';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { occasion, occasionDetails } from './occasion.ts';
import { template } from './template.ts';

/** Sent once a change of e-mail was undone, to the e-mail that stays or is back. */
export const emailRestored = template(
  z.object({ firstName: z.string(), areAllRemoved: z.boolean(), occasion }),
  ({ firstName, areAllRemoved, occasion: when }, siteUrl) => {
    const removed = areAllRemoved
      ? 'Any passkeys, authenticator apps and recovery codes were removed, since nobody had shown before that this email is theirs.'
      : `Any passkeys, authenticator apps and recovery codes added since ${inWords(promised.recentFactorDays)} days before the change was asked for were removed; older ones stay.`;
    return layout({
      subject: 'The change of your email was undone',
      paragraphs: [
        hello(firstName),
        `This is the email of your account, and all devices were logged out. ${removed}`,
        `Whoever asked for the change knew your password: set a new one now. If anything looks wrong in your account, write to ${brand.supportEmail}.`,
      ],
      details: occasionDetails(when),
      action: { label: 'Set a new password', url: `${siteUrl}/forgot-password` },
    });
  },
  [(before) => ({ ...before, areAllRemoved: false })],
);
