import type { SubscriptionView } from 'contract/subscriptions';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { withdrawConsequences } from './subscription-view-model.ts';
import { useWithdraw } from './use-withdraw.ts';

interface Props {
  subscription: SubscriptionView;
  /** Where the keyboard goes once the card is gone. */
  focusAfter: () => HTMLElement | null;
}

/** Ends a subscription at once with its payment back, in two clicks, while that right lasts. */
export function WithdrawButton({ subscription, focusAfter }: Props) {
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const withdraw = useWithdraw();
  return (
    <>
      <Button tone="danger-quiet" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Withdraw from ${subscription.product_name}?`}
        dismissLabel="Keep subscription"
        confirmLabel={withdraw.isPending ? 'Withdrawing...' : 'Withdraw now'}
        tone="danger"
        loading={withdraw.isPending}
        focusAfter={() => (done ? focusAfter() : null)}
        onConfirm={() =>
          withdraw.mutate(subscription.id, {
            onSuccess: () => setDone(true),
            onSettled: () => setAsking(false),
          })
        }
      >
        {withdrawConsequences(subscription).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}
