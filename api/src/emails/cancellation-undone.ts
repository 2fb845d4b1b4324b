import { formatLongDate, formatPence } from 'contract/format';
import { layout, type Mail } from './layout.ts';

export interface CancellationUndone {
  firstName: string;
  product: string;
  /** ISO 8601, UTC. */
  nextCharge: string | null;
  /** Pence. */
  amount: number;
}

/** Sent when a cancellation was taken back: what is charged next, and when. */
export function cancellationUndone(undone: CancellationUndone, siteUrl: string): Mail {
  const amount = formatPence(undone.amount);
  return layout({
    subject: `Your ${undone.product} subscription goes on`,
    paragraphs: [
      `Hello ${undone.firstName},`,
      'The cancellation was taken back. Your subscription goes on as before.',
      'You can cancel again at any time under My Subscriptions.',
    ],
    details: [
      ['Product', undone.product],
      [
        'Next charge',
        undone.nextCharge ? `${amount} on ${formatLongDate(undone.nextCharge)}` : amount,
      ],
    ],
    action: { label: 'My Subscriptions', url: `${siteUrl}/user/subscriptions` },
  });
}
