import type { PaymentView } from 'contract/payments';
import { ExternalLink } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Opens a payment's invoice in a new tab. */
export function InvoiceLink({ payment }: { payment: PaymentView }) {
  return (
    <TextLink
      href={`/user/payments/${payment.id}/invoice`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-6 items-center gap-1 text-sm whitespace-nowrap"
    >
      Invoice
      <span className="sr-only"> of {formatDate(payment.payment_date)} (opens in a new tab)</span>
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </TextLink>
  );
}
