import type { SessionUser } from 'contract/accounts';
import Eye from 'lucide-react/icons/eye';
import { useEffect, useState } from 'react';
import { readView } from '../../lib/view.ts';
import { Button } from '../../ui/button.tsx';
import { seenAsWordsId } from '../../ui/seen-as.tsx';
import { useSession } from './session-context.tsx';
import { endView } from './sign-out.ts';

/** Says to an admin, for as long as it is so, that they see somebody else's pages, with the way out. */
export function ViewBanner({ user }: { user: SessionUser }) {
  const session = useSession();
  const until = session.status === 'authenticated' ? session.expiresAt : 0;
  const minutes = useMinutesUntil(until);
  if (!readView()) return null;
  const left = minutes > 1 ? `${minutes} minutes are left.` : 'Less than a minute is left.';
  return (
    <aside
      aria-label="Seen as user"
      data-view-banner
      className="sticky bottom-0 z-20 border-t border-warn-line bg-warn-soft px-4 py-3 sm:px-6 print:hidden"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-[1_1_16rem] items-start gap-3 text-sm text-ink-soft">
          <Eye aria-hidden="true" className="size-5 shrink-0 text-warn" />
          <span id={seenAsWordsId} className="min-w-0 wrap-anywhere">
            <strong className="font-semibold text-ink">
              You see what <bdi>{`${user.first_name} ${user.last_name}`}</bdi> sees.
            </strong>{' '}
            Nothing can be changed here. {left}
          </span>
        </p>
        <Button reads tone="secondary" size="small" onClick={endView}>
          Back to my own pages
        </Button>
      </div>
    </aside>
  );
}

/** Whole minutes until a moment, counted anew as they pass. */
function useMinutesUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil((moment - now) / 60_000);
}
