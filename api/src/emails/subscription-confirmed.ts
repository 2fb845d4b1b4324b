import { brand } from 'contract/brand';
import { formatLongDate, formatPence } from 'contract/format';
import { withdrawalForm } from 'contract/legal/withdrawal-form';
import { promised } from 'contract/promised';
import { priceInWords, unitOf } from 'contract/sale-terms';
import { z } from 'zod';
import { creditSentence } from './credit-words.ts';
import { hello } from './hello.ts';
import { layout, type Mail } from './layout.ts';
import { template } from './template.ts';

/** Stored as it was written, for it is kept with the agreement that it confirms. */
export const subscriptionConfirmed = template(
  z.object({
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    attachments: z.array(
      z.object({ filename: z.string(), content: z.string(), contentType: z.string() }),
    ),
  }),
  (written) => written,
);

interface Confirmed {
  firstName: string;
  product: { name: string; description: string; features: readonly string[] };
  cycle: 'monthly' | 'yearly';
  /** Pence. */
  amount: number;
  /** What the first charge is after credit, and what credit pays of it; null where nobody knows. */
  charged: number;
  credit: number | null;
  /** When it was chosen. */
  agreedAt: Date;
  /** When the contract began, and when the first charge is where a trial comes before it. */
  startedAt: Date;
  trialEnd: Date | null;
  /** It is another plan of a subscription that runs. */
  isChange: boolean;
  /** The terms as they were agreed to, as plain text. */
  terms: { version: string; text: string };
}

const planOf = { monthly: 'Monthly', yearly: 'Yearly' };

function subjectOf({ product, cycle, trialEnd, isChange }: Confirmed): string {
  if (isChange) return `Your plan is now ${product.name}, ${planOf[cycle]}`;
  return trialEnd
    ? `Your free trial of ${product.name} has started`
    : `Your ${product.name} subscription has started`;
}

/**
 * Writes the confirmation of a contract on a durable medium, complete on its own (Consumer Contracts
 * Regulations 2013, reg 16 and schedules 2 and 3).
 */
export function writeConfirmation(
  confirmed: Confirmed,
  siteUrl: string,
): Mail & Required<Pick<Mail, 'attachments'>> {
  const { firstName, product, cycle, amount, charged, credit } = confirmed;
  const { agreedAt, startedAt, trialEnd, isChange, terms } = confirmed;
  const price = priceInWords(formatPence(amount), cycle);
  const ends = trialEnd && formatLongDate(trialEnd);
  const mail = layout({
    subject: subjectOf(confirmed),
    paragraphs: [
      hello(firstName),
      `Thank you. This confirms ${isChange ? 'the plan that you have changed to' : 'what you subscribed to'}. It is complete: please keep it.`,
      ...(ends
        ? [
            [
              `Your trial runs until ${ends}. Nothing is charged before then.`,
              creditSentence(confirmed),
              'To avoid the first charge, cancel under My Subscriptions before the trial ends. It takes two clicks.',
            ]
              .filter(Boolean)
              .join(' '),
          ]
        : []),
    ],
    details: [
      ['Product', product.name],
      ['Plan', planOf[cycle]],
      ['Price', price],
      ...(ends ? ([['Trial ends', ends]] as [string, string][]) : []),
      ['First charge', `${formatPence(charged)} on ${ends ?? formatLongDate(startedAt)}`],
      ...(credit ? ([['Paid with credit', formatPence(credit)]] as [string, string][]) : []),
      ['Renewal', `${formatPence(amount)} every ${unitOf(cycle)}, until you cancel`],
      ['Agreed on', formatLongDate(agreedAt)],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
    parts: [
      {
        title: 'What you bought',
        paragraphs: [
          `${product.name}: ${product.description}`,
          product.features.map((feature) => `- ${feature}`).join('\n'),
          'You asked us to start at once. It works in a current browser; nothing is installed.',
        ],
      },
      {
        title: 'How to end it',
        paragraphs: [
          `Cancel at any time under My Subscriptions, or by writing to ${brand.supportEmail}, without a reason and without a fee. You keep access until the paid or trial period ends, and nothing more is charged. There is no least time.`,
        ],
      },
      {
        title: 'Your right to withdraw',
        paragraphs: [
          `You may withdraw, without giving a reason, within ${promised.withdrawalDays} days after you subscribed, after the first charge that follows a trial, and after each yearly renewal. The day itself does not count.`,
          `Choose Withdraw under My Subscriptions before that time is over, or tell us so in clear words, by email, telephone or letter, to ${brand.legal.name}, ${brand.legal.office}, ${brand.supportEmail}, ${brand.phone.shown}. You may use the form below, and need not.`,
          `We pay back that payment in full at once, and within ${promised.refundDays} days at the latest, to the card you paid with, although we started before. Your access ends.`,
        ],
      },
      { title: 'Form to withdraw', paragraphs: [withdrawalForm.join('\n')] },
      {
        title: 'If something is wrong',
        paragraphs: [
          `Write to ${brand.supportEmail} or call ${brand.phone.shown}; a person answers. Your statutory rights are not affected. The terms that you agreed to are attached, and stay readable at ${siteUrl}/terms?version=${terms.version}`,
        ],
      },
    ],
  });
  const attachment = {
    filename: 'Terms of Service.txt',
    content: terms.text,
    contentType: 'text/plain; charset=utf-8',
  };
  return { ...mail, attachments: [attachment] };
}
