import { useParams } from 'react-router';
import { useInvoice } from '../../features/payments/use-invoice.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { ExternalRedirect } from '../../ui/signed-in/external-redirect.tsx';

export const meta = () => pageMeta('Invoice');

/** /user/payments/{id}/invoice: a tab on its way to the invoice at Stripe. */
export default function Invoice() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useInvoice(id);
  return (
    <ExternalRedirect
      title="Opening your invoice"
      url={data}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
