import { useQuery, useQueryClient } from '@tanstack/react-query';
import { storageKeys } from 'contract/storage';
import { type CheckoutStatus, confirmCheckout } from 'contract/subscriptions';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../lib/http.ts';
import { notify } from '../../lib/notify.ts';
import { removeKey } from '../../lib/storage.ts';

const checkoutKey = 'checkout-return';

/**
 * After the return from the hosted checkout (`?session_id=`): asks the server to verify the
 * session, refreshes what is shown, then says so and clears the URL.
 */
export function useCheckoutReturn(refreshUser: () => Promise<unknown>) {
  const [params, setParams] = useSearchParams();
  const queries = useQueryClient();
  const sessionId = params.get('session_id');

  const confirmation = useQuery({
    queryKey: [checkoutKey, sessionId],
    enabled: sessionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const body = { session_id: sessionId ?? '' };
      const { status } = await call(confirmCheckout, { body, silent: true });
      const everythingElse = { predicate: notThisOne };
      // A failed refresh is no reason to doubt a subscription the server has confirmed.
      await Promise.allSettled([queries.invalidateQueries(everythingElse), refreshUser()]);
      return status;
    },
  });

  const { data: status } = confirmation;
  useEffect(() => {
    if (sessionId === null) return;
    if (status === 'complete' || status === 'trial-refused') removeKey(storageKeys.checkoutSession);
    if (status !== 'complete') return;
    notify.success('Your subscription is ready', { duration: 3000 });
    setParams({}, { replace: true });
  }, [sessionId, status, setParams]);

  return {
    state: stateOf(sessionId, confirmation.status, status),
    retry: () => void confirmation.refetch(),
    dismiss: () => setParams({}, { replace: true }),
  };
}

function notThisOne(query: { queryKey: readonly unknown[] }): boolean {
  return query.queryKey[0] !== checkoutKey;
}

function stateOf(
  sessionId: string | null,
  query: 'pending' | 'error' | 'success',
  status: CheckoutStatus | undefined,
): 'none' | 'confirming' | 'failed' | 'unfinished' | 'trial-refused' {
  if (sessionId === null) return 'none';
  if (query === 'error') return 'failed';
  if (query === 'pending' || status === 'complete') return 'confirming';
  return status === 'trial-refused' ? status : 'unfinished';
}
