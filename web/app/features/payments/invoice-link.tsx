import { clsx } from 'clsx';
import type { PaymentView } from 'contract/payments';
import { ExternalLink } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import { ActingLink } from '../../ui/seen-as.tsx';
import { textLinkStyle } from '../../ui/text-link.tsx';

/** Opens a payment's invoice in a new tab. */
export function InvoiceLink({ payment }: { payment: PaymentView }) {
  return (
    <ActingLink
      href={`/user/payments/${payment.id}/invoice`}
      target="_blank"
      rel="noopener"
      className={clsx(
        textLinkStyle,
        'inline-flex min-h-6 items-center gap-1 text-sm whitespace-nowrap',
      )}
    >
      Invoice
      <span className="sr-only"> of {formatDate(payment.payment_date)} (opens in a new tab)</span>
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </ActingLink>
  );
}
