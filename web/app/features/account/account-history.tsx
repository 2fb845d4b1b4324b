import type { OwnAction } from 'contract/account-history';
import { promised } from 'contract/promised';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { QueryStates } from '../../ui/signed-in/query-states.tsx';
import { Timestamp } from '../../ui/signed-in/timestamp.tsx';
import { useAccountHistory } from './use-account-history.ts';

/** What was done in the account, by whomever, folded: it is looked for when something is odd. */
export function AccountHistory() {
  const [open, setOpen] = useState(false);
  const query = useAccountHistory(open);
  return (
    <Card className="overflow-clip">
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
          <h2 className="text-base font-semibold tracking-tight">What happened in your account</h2>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="border-t border-line">
          {query.data ? (
            <ul className="divide-y divide-line">
              {query.data.map(({ id, at, action, by_us, reason }) => (
                <li key={id} className="px-5 py-3 text-sm sm:px-6">
                  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                      {words[action]}
                      {by_us && <Badge tone="neutral">By us</Badge>}
                    </p>
                    <p className="text-muted">
                      <Timestamp value={at} />
                    </p>
                  </div>
                  {reason && <p className="mt-0.5 text-ink-soft wrap-anywhere">{reason}</p>}
                </li>
              ))}
              {query.data.length === 0 && (
                <li className="px-5 py-5 text-sm text-muted sm:px-6">Nothing is on record.</li>
              )}
            </ul>
          ) : (
            <QueryStates query={query} rows={2} />
          )}
        </div>
      </details>
    </Card>
  );
}

const words: Record<OwnAction, string> = {
  'account.created': 'Account created',
  'login.succeeded': 'Logged in',
  'session.ended': 'A device was logged out',
  'password.changed': 'Password changed',
  'email.asked': 'Another email asked for',
  'email.verified': 'Email confirmed',
  'email.changed': 'Email changed',
  'email.restored': 'Change of the email undone',
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'factors.reset': 'Two-step login reset',
  'recovery-code.used': 'Recovery code used',
  'recovery-codes.made': 'New recovery codes made',
  'data.copied': 'Copy of your data asked for',
  'data.fetched': 'Copy of your data downloaded',
  'user.changed': 'Name or email changed',
  'user.activated': 'Account activated',
  'user.deactivated': 'Account deactivated',
  'view.opened': `Your pages were looked at, to help you, for ${promised.viewMinutes} minutes at most`,
  'view.ended': 'Looking at your pages ended',
};
