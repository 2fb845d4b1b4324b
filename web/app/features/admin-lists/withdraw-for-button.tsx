import type { AdminSubscriptionView } from 'contract/admin-subscriptions';
import { londonDay } from 'contract/withdrawal';
import { useRef, useState } from 'react';
import { formatLongDate } from '../../lib/format.ts';
import { withdrawMoney } from '../../lib/withdraw-money.ts';
import { TextField } from '../../ui/field.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { RowAction } from './row-action.tsx';
import { useWithdrawFor } from './use-refund.ts';

interface Props {
  subscription: AdminSubscriptionView;
  /** Also once the right is over, for who declared it in time. */
  offersLate: boolean;
}

/** Withdraws for the holder of a subscription, while the right lasts or `offersLate` says so. */
export function WithdrawForButton({ subscription, offersLate }: Props) {
  const [open, setOpen] = useState(false);
  const [declaredOn, setDeclaredOn] = useState('');
  const place = useRef<HTMLSpanElement>(null);
  const withdraw = useWithdrawFor(subscription.id);
  const { withdraw_until: until, product, user, status } = subscription;
  const name = `${user.first_name} ${user.last_name}`;
  const isRunning = status === 'trial' || status === 'active';
  const isOffered = Boolean(until) || (offersLate && subscription.withdraw_declarable);
  const today = londonDay(new Date());
  const ask = () => {
    setDeclaredOn(today);
    setOpen(true);
  };
  const confirm = () => {
    const said = declaredOn && declaredOn !== today ? { declared_on: declaredOn } : undefined;
    withdraw.mutate(said, { onSettled: () => setOpen(false) });
  };
  return (
    <span ref={place} tabIndex={-1}>
      {isOffered && (
        <RowAction onClick={ask} about={`${product.name} of ${name}`}>
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
        focusAfter={() => (isOffered ? null : place.current)}
        onConfirm={confirm}
      >
        <p>
          {until
            ? `The right to withdraw lasts until ${formatLongDate(until)}.`
            : 'The right to withdraw is over: say on which day, while it lasted, it was declared.'}
        </p>
        <p>
          {isRunning && 'Access ends at once. '}
          {outcomeOf(subscription)} A mail confirms {isRunning ? 'both' : 'it'}. This cannot be
          undone.
        </p>
        <TextField
          label="Declared on"
          type="date"
          max={today}
          value={declaredOn}
          hint="The day in London on which the email, call or letter reached us."
          onChange={({ target }) => setDeclaredOn(target.value)}
          className="max-w-56"
        />
      </ConfirmDialog>
    </span>
  );
}

/** What goes back; unknown once the right is over, since it hangs on the day. */
function outcomeOf(subscription: AdminSubscriptionView): string {
  return subscription.withdraw_until
    ? withdrawMoney(subscription, 'the card that paid')
    : 'What was paid since the right began goes back to the card that paid.';
}
