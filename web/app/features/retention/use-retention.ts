import { useQuery } from '@tanstack/react-query';
import { lastRetention } from 'contract/retention-runs';
import { call } from '../../lib/http.ts';

/** What the daily job cleared away when it last ran. */
export function useLastRetention() {
  return useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => call(lastRetention, { signal, silent: true }),
  });
}
