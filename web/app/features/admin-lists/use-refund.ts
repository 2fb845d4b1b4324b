import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminWithdraw, refundPayment } from 'contract/leaving';
import { type CallInput, call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

const duration = { duration: 4000 };

/** Gives back a payment. What was refused is shown as a toast; lists and figures reload. */
export function useRefund(id: string) {
  return useMoneyBack((body: CallInput<typeof refundPayment>['body']) =>
    call(refundPayment, { params: { id }, body }),
  );
}

/** Withdraws for the holder of a subscription. */
export function useWithdrawFor(id: string) {
  return useMoneyBack((body: CallInput<typeof adminWithdraw>['body']) =>
    call(adminWithdraw, { params: { id }, body }),
  );
}

function useMoneyBack<Input>(send: (input: Input) => Promise<{ message: string }>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => notify.success(message, duration),
    onError: (error) => logError('Giving money back failed', error),
    onSettled: () => queries.invalidateQueries(),
  });
}
