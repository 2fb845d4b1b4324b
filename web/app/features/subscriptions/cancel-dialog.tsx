import { type CancelReason, cancelReasons, longestComment } from 'contract/leaving';
import type { SubscriptionView } from 'contract/subscriptions';
import { useState } from 'react';
import { oneOf } from '../../lib/search-params.ts';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { Select } from '../../ui/signed-in/select.tsx';
import { TextArea } from '../../ui/signed-in/text-area.tsx';
import { cancelConsequences } from './subscription-view-model.ts';

/** Why somebody cancels, as far as they say it. */
export interface Why {
  reason?: CancelReason;
  comment?: string;
}

interface Props {
  subscription: SubscriptionView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  loading: boolean;
  focusAfter: () => HTMLElement | null;
  onConfirm: (why: Why) => void;
}

const unsaid = '';
const options = [
  { value: unsaid, label: 'I would rather not say' },
  ...Object.entries(cancelReasons).map(([value, label]) => ({ value, label })),
];

/** Says what cancelling does, and when, before it is done, and asks why, which may be left out. */
export function CancelDialog({ subscription, loading, onConfirm, ...rest }: Props) {
  const [why, setWhy] = useState<Why>({});
  return (
    <ConfirmDialog
      {...rest}
      title={`Cancel ${subscription.product_name}?`}
      dismissLabel="Keep subscription"
      confirmLabel={loading ? 'Cancelling...' : 'Cancel subscription'}
      tone="danger"
      loading={loading}
      onConfirm={() => onConfirm(why)}
    >
      {cancelConsequences(subscription).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Select
        label="Why are you leaving? (optional)"
        options={options}
        value={why.reason ?? unsaid}
        onChange={({ target }) => {
          const reason = oneOf(target.value, Object.keys(cancelReasons) as CancelReason[]);
          setWhy(reason ? { ...why, reason } : {});
        }}
        className="border-t border-line pt-4"
      />
      {why.reason && (
        <TextArea
          label="Anything to add? (optional)"
          maxLength={longestComment}
          value={why.comment ?? ''}
          onChange={({ target }) => setWhy({ ...why, comment: target.value })}
        />
      )}
    </ConfirmDialog>
  );
}
