import { useMutation } from '@tanstack/react-query';
import { requestCopy } from 'contract/own-data';
import { inWords, retention } from 'contract/retention';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';

/** A copy of everything that is known of oneself; its link comes to `email`. */
export function YourData({ email }: { email: string }) {
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => call(requestCopy),
    onError: (error) => logError('Asking for a copy of the data failed', error),
  });
  return (
    <SectionCard title="Your data">
      <div className="space-y-5 p-5 sm:p-6">
        <div className="max-w-2xl space-y-3 text-sm leading-6 text-ink-soft">
          <p>
            Get a copy of everything we know about you: your account, subscriptions, payments,
            emails and security records. It is a zip file with JSON, and your payments as CSV for a
            spreadsheet.
          </p>
          <p className="wrap-anywhere">
            We email a link to <strong className="font-semibold text-ink">{email}</strong>. It works
            for {inWords(retention.dataCopy)}, for one download, while you are logged in.
          </p>
        </div>
        {data && (
          <Notice tone="good" title="Look for our email">
            {data.message}
          </Notice>
        )}
        <Button tone="secondary" loading={isPending} onClick={() => mutate()}>
          Copy my data
        </Button>
      </div>
    </SectionCard>
  );
}
