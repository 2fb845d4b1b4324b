import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { listOpenEvents, resendEvent } from 'contract/events';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const key = ['events'];
const pageSize = 25;

/** While something waits, its work may be done at any moment. */
const refetchIntervalMs = 5000;

/** Events from Stripe whose work waits or has failed, the oldest first. */
export function useOpenEvents() {
  return useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: after }) =>
      call(listOpenEvents, { query: { pageSize, after }, signal, silent: true }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.count ? refetchIntervalMs : false),
  });
}

/** Queues the work of an event again. */
export function useResendEvent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(resendEvent, { params: { id } }),
    onSuccess: () => notify.success('The event was queued again', { duration: 2000 }),
    onError: (error) => logError('Resending an event failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
