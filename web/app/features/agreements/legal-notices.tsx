import { acknowledgeChange, type LegalNotice } from 'contract/agreements';
import { londonDay } from 'contract/withdrawal';
import { useState } from 'react';
import { formatLongDate } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Whom no mail reached has the whole notice from the day on which they read this. */
const inForce = (day: string): string =>
  day > londonDay(new Date()) ? 'In force for you from' : 'In force since';

/** Tells once of new versions of the legal texts that are in force (product U359). */
export function LegalNotices({ notices }: { notices: LegalNotice[] }) {
  const [read, setRead] = useState<string[]>([]);
  const acknowledge = (id: string) => {
    setRead((before) => [...before, id]);
    // Where it is not stored it is told of again, at the next visit.
    call(acknowledgeChange, { params: { id }, silent: true }).catch((error: unknown) =>
      logError('The notice was not acknowledged', error),
    );
  };
  return notices
    .filter(({ id }) => !read.includes(id))
    .map(({ id, document, version, says, in_force_on }) => {
      const isTerms = document === 'terms';
      return (
        <Notice
          key={id}
          tone="info"
          title={isTerms ? 'Our Terms of Service have changed' : 'Our Privacy Policy has changed'}
          action={
            <Button tone="secondary" size="small" onClick={() => acknowledge(id)}>
              I have read this
            </Button>
          }
        >
          <p>
            {says} {inForce(in_force_on)} {formatLongDate(`${in_force_on}T12:00:00Z`)}.{' '}
            <TextLink
              href={`${isTerms ? '/terms' : '/privacy'}?version=${version}`}
              target="_blank"
            >
              Read the new version
            </TextLink>
          </p>
        </Notice>
      );
    });
}
