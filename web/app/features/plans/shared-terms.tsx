import type { TermsHeld } from 'contract/agreements';
import { particulars } from 'contract/brand';
import type { BillingCycle } from 'contract/catalogue';
import { sharedTermsOfSale } from 'contract/sale-terms';
import { formatLongDate } from '../../lib/format.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TermsLink, termsAddress } from './terms-link.tsx';

interface Props {
  cycle: BillingCycle;
  /** While changed terms are announced: those that hold, and those to come (product U371). */
  terms?: TermsHeld | null | undefined;
}

/** What holds for every plan, who sells it, and where the whole of it is read. */
export function SharedTerms({ cycle, terms }: Props) {
  const [renewal, withdrawal] = sharedTermsOfSale(cycle);
  return (
    <div className="max-w-3xl space-y-2 text-sm text-muted">
      <p>{renewal}</p>
      <p>
        {withdrawal} All of it is in the <TermsLink terms={terms} />.
      </p>
      {terms?.to_come.map(({ version, from }) => (
        <p key={version} className="text-ink">
          You subscribe under the terms that hold today. Changed terms hold for you from{' '}
          {formatLongDate(`${from}T12:00:00Z`)}:{' '}
          <TextLink href={termsAddress(version)} target="_blank">
            read the changed terms
          </TextLink>
          .
        </p>
      ))}
      <p>Sold by {particulars().join('. ')}.</p>
    </div>
  );
}
