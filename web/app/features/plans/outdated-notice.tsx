import type { TermsHeld } from 'contract/agreements';
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { TermsLink } from './terms-link.tsx';

interface Props {
  message: string;
  /** While changed terms are announced: those that hold, and those to come. */
  terms: TermsHeld | null | undefined;
}

/** Says what has changed since the plans were shown, above the plans as they are now (product U370). */
export function OutdatedNotice({ message, terms }: Props) {
  const place = useRef<HTMLDivElement>(null);
  // On a phone the plan that was chosen is far below it.
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={place}>
      <Notice tone="warn" title={message}>
        <p>
          All of it is in the <TermsLink terms={terms} />.
        </p>
      </Notice>
    </div>
  );
}
