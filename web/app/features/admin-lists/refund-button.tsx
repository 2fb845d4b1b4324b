import type { AdminPaymentView } from 'contract/payments';
import { longestReason } from 'contract/reason';
import { useRef, useState } from 'react';
import { formatPounds } from '../../lib/format.ts';
import { readPence, toPence } from '../../lib/pence.ts';
import { TextField } from '../../ui/field.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { TextArea } from '../../ui/signed-in/text-area.tsx';
import { RowAction } from './row-action.tsx';
import { useRefund } from './use-refund.ts';

/** Gives back a payment that succeeded, in whole or in part, as long as something of it is left. */
export function RefundButton({ payment }: { payment: AdminPaymentView }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState({ amount: '', reason: '' });
  const [told, setTold] = useState<{ amount?: string; reason?: string }>({});
  const place = useRef<HTMLSpanElement>(null);
  const refund = useRefund(payment.id);
  const { first_name, last_name } = payment.user;
  const left = toPence(payment.refundable);
  const withheld = toPence(payment.amount - payment.refunded) - left;
  const isOffered = left > 0;

  const ask = () => {
    setTyped({ amount: (left / 100).toFixed(2), reason: '' });
    setTold({});
    setOpen(true);
  };
  const type = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setTold({});
  };
  const confirm = () => {
    const amount = readPence(typed.amount);
    const reason = typed.reason.trim();
    const wrong = {
      ...(amount === null && { amount: 'Enter an amount such as 20.00' }),
      ...(amount !== null && amount > left && { amount: `At most ${formatPounds(left / 100)}` }),
      ...(reason === '' && { reason: 'Enter a reason' }),
    };
    setTold(wrong);
    if (amount === null || Object.keys(wrong).length > 0) return;
    const refunded = toPence(payment.refunded);
    refund.mutate({ amount, reason, refunded }, { onSettled: () => setOpen(false) });
  };

  return (
    <span ref={place} tabIndex={-1}>
      {isOffered && (
        <RowAction
          onClick={ask}
          about={`${formatPounds(payment.amount)} of ${first_name} ${last_name}`}
        >
          Refund
        </RowAction>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Refund this payment?"
        dismissLabel="Keep as it is"
        confirmLabel={refund.isPending ? 'Refunding...' : 'Refund'}
        tone="danger"
        loading={refund.isPending}
        focusAfter={() => (isOffered ? null : place.current)}
        onConfirm={confirm}
      >
        <p>
          {first_name} {last_name} paid {formatPounds(payment.amount)} for{' '}
          {payment.subscription.product.name}.{' '}
          {payment.refunded > 0 && `${formatPounds(payment.refunded)} of it has gone back. `}
          {withheld > 0 &&
            `${formatPounds(withheld / 100)} of it was given back as credit or by other ways, or is held by a bank. `}
          The refund goes to the card that paid and cannot be undone.
        </p>
        <p>
          Access stays as it is: a refund ends nothing by itself. Credit that the payment gave is
          taken back with it.
        </p>
        <TextField
          label="Amount in pounds"
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          error={told.amount}
          hint={`${formatPounds(left / 100)} can still be refunded.`}
          onChange={({ target }) => type({ amount: target.value })}
          className="max-w-56"
        />
        <TextArea
          label="Reason"
          maxLength={longestReason}
          value={typed.reason}
          error={told.reason}
          hint="Kept in the audit log. Leave names out."
          onChange={({ target }) => type({ reason: target.value })}
        />
      </ConfirmDialog>
    </span>
  );
}
