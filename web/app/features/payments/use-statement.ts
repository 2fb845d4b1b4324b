import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { statement } from 'contract/payments';
import { fetchFile } from '../../lib/fetch-file.ts';
import { call } from '../../lib/http.ts';
import { notify } from '../../lib/notify.ts';
import type { Period } from './statement-periods.ts';

/** What was paid in a period. */
export function useStatement({ from, to }: Period) {
  return useQuery({
    queryKey: ['payments', 'statement', from, to],
    queryFn: async ({ signal }) =>
      (await call(statement, { query: { from, to }, signal, silent: true })).data,
    placeholderData: keepPreviousData,
  });
}

/** Takes the statement of a period away as a PDF. */
export function useStatementFile({ from, to }: Period) {
  return useMutation({
    mutationFn: () =>
      fetchFile(statement.path, { from, to, format: 'pdf' }, `statement-${from}-${to}.pdf`),
    onError: (error) => notify.error(error.message, { duration: 3000 }),
  });
}
