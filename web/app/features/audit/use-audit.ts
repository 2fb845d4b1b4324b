import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listAudit } from 'contract/audit';
import { type CallInput, call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';

/** One page of the audit log, newest first. A failure is only logged, as of the other lists. */
export function useAudit(query: NonNullable<CallInput<typeof listAudit>['query']>) {
  return useQuery({
    queryKey: ['audit', query],
    queryFn: async ({ signal }) => {
      try {
        return await call(listAudit, { query, signal, silent: true });
      } catch (error) {
        if (!signal.aborted) logError('Loading the audit log failed', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}
