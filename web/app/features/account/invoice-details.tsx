import { SectionCard } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { InvoiceDetailsForm } from './invoice-details-form.tsx';
import { InvoiceDetailsSkeleton } from './invoice-details-skeleton.tsx';
import { useInvoiceDetails } from './use-invoice-details.ts';

/** Who is billed on one's invoices: oneself, or who pays it back (product U430). */
export function InvoiceDetailsSection() {
  const { data, error, isError, isFetching, refetch } = useInvoiceDetails();
  return (
    <SectionCard title="Invoice details">
      {data ? (
        <InvoiceDetailsForm details={data} />
      ) : isError ? (
        <ErrorState
          message="Failed to load your invoice details. Please try again."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <InvoiceDetailsSkeleton />
      )}
    </SectionCard>
  );
}
