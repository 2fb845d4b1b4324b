import { SectionCard } from '../../ui/signed-in/card.tsx';
import { ErrorState } from '../../ui/signed-in/error-state.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { InvoiceDetailsForm } from './invoice-details-form.tsx';
import { useInvoiceDetails } from './use-invoice-details.ts';

/** Who is billed on one's invoices: oneself, or who pays it back (product U430). */
export function InvoiceDetailsSection() {
  const { data, isError, isFetching, refetch } = useInvoiceDetails();
  return (
    <SectionCard title="Invoice details">
      {data ? (
        <InvoiceDetailsForm details={data} />
      ) : isError ? (
        <ErrorState
          message="Failed to load your invoice details. Please try again."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={4} height="h-24" />
      )}
    </SectionCard>
  );
}
