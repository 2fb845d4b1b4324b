import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { statement } from 'contract/payments';
import { readToken } from '../../lib/credentials.ts';
import { apiUrl, call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
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
    mutationFn: async () => {
      const query = { from, to, format: 'pdf' };
      const answer = await fetch(apiUrl(statement.path, { query }), {
        headers: { authorization: `Bearer ${readToken() ?? ''}` },
      });
      if (!answer.ok) throw new HttpError(answer.status, await answer.json());
      save(await answer.blob(), `statement-${from}-${to}.pdf`);
    },
    onError: (error) => notify.error(error.message, { duration: 3000 }),
  });
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
