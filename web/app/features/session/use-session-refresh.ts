import { useQuery } from '@tanstack/react-query';
import type { LegalNotice } from 'contract/agreements';
import { refreshSessionUser } from './account-calls.ts';

/**
 * Keeps the stored user fresh while a signed-in page is open: on arrival and on return to the tab.
 * Answers the changes of the legal texts that are to be told of.
 */
export function useSessionRefresh(userId: string | undefined): LegalNotice[] {
  const { data = [] } = useQuery({
    queryKey: ['session', userId],
    enabled: userId !== undefined,
    queryFn: ({ signal }) => refreshSessionUser(signal),
  });
  return data;
}
