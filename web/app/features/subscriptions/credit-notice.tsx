import { brand } from 'contract/brand';
import { formatPounds } from '../../lib/format.ts';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

interface Props {
  /** Pounds; null while it is not known. */
  credit: number | null | undefined;
  /** Whether anything is left that it can pay for. */
  isRunning: boolean;
}

/** What credit there is, and what becomes of it (product U66). */
export function CreditNotice({ credit, isRunning }: Props) {
  if (!credit) return null;
  return (
    <Notice tone="info" title={`You have ${formatPounds(credit)} of credit`}>
      {isRunning ? (
        <p>It pays your next charges first.</p>
      ) : (
        <p>
          It pays for whatever you subscribe to next. To have it paid back instead, write to{' '}
          <TextLink href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</TextLink> from your
          account’s email address.
        </p>
      )}
    </Notice>
  );
}
