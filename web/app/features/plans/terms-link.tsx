import type { TermsHeld } from 'contract/agreements';
import { TextLink } from '../../ui/text-link.tsx';

/** Where a version of the terms is read. */
export const termsAddress = (version: string): string => `/terms?version=${version}`;

/** Leads to the terms that hold for whoever reads it: while changed ones are announced not to those of this page. */
export function TermsLink({ terms }: { terms: TermsHeld | null | undefined }) {
  return (
    <TextLink href={terms ? termsAddress(terms.version) : '/terms'} target="_blank">
      Terms of Service
    </TextLink>
  );
}
