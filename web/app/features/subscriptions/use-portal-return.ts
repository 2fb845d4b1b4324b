import { useQueryClient } from '@tanstack/react-query';
import { refreshSubscriptions } from 'contract/subscriptions';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/http.ts';
import { notify } from '../../lib/notify.ts';

/** What was done on the hosted page, by the parameter it returns with. */
const done = { card: 'Your card has been updated', changed: 'Your plan has been changed' };

/**
 * After the return from the hosted portal: lets the server sync with Stripe, refreshes what is
 * shown, then says what was done and clears the URL.
 */
export function usePortalReturn(): void {
  const [params, setParams] = useSearchParams();
  const queries = useQueryClient();
  const text = params.has('card') ? done.card : params.has('changed') ? done.changed : null;

  useEffect(() => {
    if (text === null) return;
    let unmounted = false;
    const finish = async () => {
      // The rows follow Stripe's events anyway: a failure here only costs a moment.
      await call(refreshSubscriptions, { silent: true }).catch(() => undefined);
      await queries.invalidateQueries();
      if (unmounted) return;
      notify.success(text, { duration: 3000 });
      setParams({}, { replace: true });
    };
    void finish();
    return () => {
      unmounted = true;
    };
  }, [text, queries, setParams]);
}
