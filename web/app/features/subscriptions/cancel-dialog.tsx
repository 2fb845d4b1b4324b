import type { SubscriptionView } from 'contract/subscriptions';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { cancelConsequences } from './subscription-view-model.ts';

interface Props {
  subscription: SubscriptionView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  loading: boolean;
  focusAfter: () => HTMLElement | null;
  onConfirm: () => void;
}

/** Says what cancelling does, and when, before it is done. */
export function CancelDialog({ subscription, loading, ...rest }: Props) {
  return (
    <ConfirmDialog
      {...rest}
      title={`Cancel ${subscription.product_name}?`}
      dismissLabel="Keep subscription"
      confirmLabel={loading ? 'Cancelling...' : 'Cancel subscription'}
      tone="danger"
      loading={loading}
    >
      {cancelConsequences(subscription).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
}
