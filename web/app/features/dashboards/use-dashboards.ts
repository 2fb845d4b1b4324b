import { useQuery } from '@tanstack/react-query';
import { adminDashboardStats, userDashboardStats } from 'contract/dashboards';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';

/** My overview. */
export function useUserDashboard() {
  return useQuery({
    queryKey: ['dashboard', 'user'],
    queryFn: async ({ signal }) => (await call(userDashboardStats, { signal })).data,
  });
}

/** The overview for admins. A failure is only logged (product D21). */
export function useAdminDashboard() {
  return useQuery({
    queryKey: ['dashboard', 'admin'],
    queryFn: async ({ signal }) => {
      try {
        return (await call(adminDashboardStats, { signal, silent: true })).data;
      } catch (error) {
        if (!signal.aborted) logError('Loading the dashboard failed', error);
        throw error;
      }
    },
  });
}
