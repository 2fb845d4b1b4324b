import { useMutation } from '@tanstack/react-query';
import { updateCard } from 'contract/subscriptions';
import { call } from '../../lib/http.ts';

/** The URL of the hosted page on which another card is entered. A failure shows as a toast. */
export function useUpdateCard() {
  return useMutation({
    mutationFn: (id: string) => call(updateCard, { params: { id } }),
  });
}
