import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Says what has changed since the plans were shown, above the plans as they are now (product U370). */
export function OutdatedNotice({ message }: { message: string }) {
  const place = useRef<HTMLDivElement>(null);
  // On a phone the plan that was chosen is far below it.
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={place}>
      <Notice tone="warn" title={message}>
        <p>
          All of it is in the{' '}
          <TextLink href="/terms" target="_blank">
            Terms of Service
          </TextLink>
          .
        </p>
      </Notice>
    </div>
  );
}
