import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listFailures, retryJob, retryJobs } from 'contract/failures';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const key = ['failures'];

/** Jobs that gave up, and webhooks that were refused. */
export function useFailures() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listFailures, { signal, silent: true }),
  });
}

/** Has one of the jobs that gave up tried again, or all when none is named. */
export function useRetryJobs() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id?: string) => (id ? call(retryJob, { params: { id } }) : call(retryJobs, {})),
    // What was not done takes longer to read.
    onSuccess: ({ message, dropped }) =>
      notify.success(message, { duration: dropped > 0 ? 5000 : 2000 }),
    onError: (error) => logError('Trying a job again failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
