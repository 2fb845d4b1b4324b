import { listAudit } from 'contract/audit';
import { type CallInput, call } from '../../lib/http.ts';
import { useListQuery } from './use-list-query.ts';

/** One page of the audit log, newest first. Nobody counts its entries. */
export function useAuditList(query: NonNullable<CallInput<typeof listAudit>['query']>) {
  return useListQuery({
    name: 'the audit log',
    query,
    load: async (input) => {
      const { entries: rows, ...page } = await call(listAudit, input);
      return { rows, ...page };
    },
    statsFromRows: () => undefined,
  });
}
