import { formatLongDate, formatPence } from 'contract/format';
import { inWords, promised } from 'contract/promised';
import { z } from 'zod';
import { card, cardLine } from './card-words.ts';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  plan: z.string(),
  dueAt: moment,
  amount: pence,
  card,
  /** Stripe's page of the invoice. */
  page: z.url(),
});

/** Sent once for each invoice that waits for its customer to confirm it at the bank. */
export const paymentConfirm = template(content, (payment) => {
  return layout({
    subject: `Your bank asks you to confirm your ${payment.product} payment`,
    paragraphs: [
      hello(payment.firstName),
      'Your bank wants to know that it is you before it pays for the renewal below. Nothing has been charged yet, and you keep access meanwhile.',
      'Open the payment page of Stripe, our payment provider, and confirm the payment there. It takes a minute.',
      `If it is not confirmed within ${inWords(promised.retryWeeks)} weeks, the subscription ends and nothing is charged. You find the same page under My Subscriptions, where you can also enter another card or cancel.`,
    ],
    details: [
      ['Product', payment.product],
      ['Plan', payment.plan],
      ['Amount', formatPence(payment.amount)],
      ['Date', formatLongDate(payment.dueAt)],
      ...cardLine(payment.card),
    ],
    action: { label: 'Confirm payment', url: payment.page },
  });
});
