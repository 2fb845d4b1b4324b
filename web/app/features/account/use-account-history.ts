import { useQuery } from '@tanstack/react-query';
import { accountHistory } from 'contract/account-history';
import { call } from '../../lib/http.ts';

/** What was done in one's account, once somebody wants to read it. */
export function useAccountHistory(wanted: boolean) {
  return useQuery({
    queryKey: ['account-history'],
    enabled: wanted,
    queryFn: async ({ signal }) => (await call(accountHistory, { signal, silent: true })).data,
  });
}
