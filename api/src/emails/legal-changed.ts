import { formatLongDate } from 'contract/format';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  kind: z.enum(['terms', 'privacy']),
  /** What changes, in a sentence or two. */
  says: z.string(),
  /** A day in London. */
  inForceOn: z.iso.date(),
  textVersion: z.string(),
});

/** Sent once to each account holder, ahead of a change of the legal texts that matters. */
export const legalChanged = template(content, (change, siteUrl) => {
  const isTerms = change.kind === 'terms';
  const day = formatLongDate(`${change.inForceOn}T12:00:00Z`);
  const page = isTerms ? 'terms' : 'privacy';
  return layout({
    subject: isTerms
      ? `Our Terms of Service change on ${day}`
      : `Our Privacy Policy changes on ${day}`,
    paragraphs: [
      hello(change.firstName),
      change.says,
      `Until ${day} nothing changes for you.`,
      ...(isTerms
        ? [
            'If you do not agree, cancel under My Subscriptions before that day, and we refund what you have paid for the time after it.',
          ]
        : []),
    ],
    action: {
      label: isTerms ? 'Read the new terms' : 'Read the new policy',
      url: `${siteUrl}/${page}?version=${change.textVersion}`,
    },
  });
});
