import { particulars } from 'contract/brand';
import type { BillingCycle } from 'contract/catalogue';
import { sharedTermsOfSale } from 'contract/sale-terms';
import { TextLink } from '../../ui/text-link.tsx';

/** What holds for every plan, who sells it, and where the whole of it is read. */
export function SharedTerms({ cycle }: { cycle: BillingCycle }) {
  const [renewal, withdrawal] = sharedTermsOfSale(cycle);
  return (
    <div className="max-w-3xl space-y-2 text-sm text-muted">
      <p>{renewal}</p>
      <p>
        {withdrawal} All of it is in the{' '}
        <TextLink href="/terms" target="_blank">
          Terms of Service
        </TextLink>
        .
      </p>
      <p>Sold by {particulars().join('. ')}.</p>
    </div>
  );
}
