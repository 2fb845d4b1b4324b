import { useQuery } from '@tanstack/react-query';
import { listAgreements } from 'contract/agreements';
import { call } from '../../lib/http.ts';

/** What the signed-in user has agreed to, once somebody wants to read it. */
export function useAgreements(wanted: boolean) {
  return useQuery({
    queryKey: ['agreements'],
    enabled: wanted,
    queryFn: async ({ signal }) =>
      (await call(listAgreements, { signal, silent: true })).agreements,
  });
}
