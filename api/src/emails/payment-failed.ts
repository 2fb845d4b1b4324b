import { formatLongDate, formatPence } from 'contract/format';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { moment, pence, template } from './template.ts';

const content = z.object({
  firstName: z.string(),
  product: z.string(),
  plan: z.string(),
  dueAt: moment,
  amount: pence,
});

/** Sent once for each invoice whose payment failed: what happens now and how to fix it. */
export const paymentFailed = template(content, (payment, siteUrl) => {
  return layout({
    subject: `Your ${payment.product} payment did not go through`,
    paragraphs: [
      hello(payment.firstName),
      'We could not take the payment below. You keep access while we try again over the next days.',
      'To fix it now, open My Subscriptions, choose Update card and enter a card that works. The payment is then tried again at once.',
      'If every attempt fails, the subscription ends and nothing more is charged.',
    ],
    details: [
      ['Product', payment.product],
      ['Plan', payment.plan],
      ['Amount', formatPence(payment.amount)],
      ['Date', formatLongDate(payment.dueAt)],
    ],
    action: { label: 'Update card', url: `${siteUrl}/user/subscriptions` },
  });
});
