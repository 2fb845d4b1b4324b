import { useQuery } from '@tanstack/react-query';
import { refreshSessionUser } from './account-calls.ts';

/** Keeps the stored user fresh while a signed-in page is open: on arrival and on return to the tab. */
export function useSessionRefresh(userId: string | undefined): void {
  useQuery({
    queryKey: ['session', userId],
    enabled: userId !== undefined,
    queryFn: async ({ signal }) => {
      await refreshSessionUser(signal);
      return true;
    },
  });
}
