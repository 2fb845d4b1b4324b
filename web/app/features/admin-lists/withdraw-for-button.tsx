import type { AdminSubscriptionView } from 'contract/subscriptions';
import { useRef, useState } from 'react';
import { formatLongDate, formatPounds } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { RowAction } from './row-action.tsx';
import { useWithdrawFor } from './use-refund.ts';

/** Withdraws for the holder of a subscription, while that right lasts. */
export function WithdrawForButton({ subscription }: { subscription: AdminSubscriptionView }) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const withdraw = useWithdrawFor(subscription.id);
  const { withdraw_until: until, withdraw_refund: refund, product, user } = subscription;
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <span ref={place} tabIndex={-1}>
      {until && (
        <RowAction onClick={() => setOpen(true)} about={`${product.name} of ${name}`}>
          Withdraw
        </RowAction>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Withdraw from ${product.name} for ${name}?`}
        dismissLabel="Keep as it is"
        confirmLabel={withdraw.isPending ? 'Withdrawing...' : 'Withdraw now'}
        tone="danger"
        loading={withdraw.isPending}
        focusAfter={() => (until ? null : place.current)}
        onConfirm={() => withdraw.mutate(undefined, { onSettled: () => setOpen(false) })}
      >
        {until && <p>The right to withdraw lasts until {formatLongDate(until)}.</p>}
        <p>
          Access ends at once.{' '}
          {refund
            ? `${formatPounds(refund)} goes back to the card that paid. `
            : 'Nothing is charged. '}
          A mail confirms both. This cannot be undone.
        </p>
      </ConfirmDialog>
    </span>
  );
}
