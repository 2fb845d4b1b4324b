import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { useAllowTrial } from './use-user-changes.ts';

interface Props {
  id: string;
  name: string;
  billing?: { trial_allowed: boolean };
}

/** What an admin can do for a user's billing: allow one more trial. */
export function UserBilling({ id, name, billing }: Props) {
  const [open, setOpen] = useState(false);
  const allow = useAllowTrial(id);
  const confirm = () => allow.mutate(undefined, { onSettled: () => setOpen(false) });
  return (
    <SectionCard title="Billing">
      {!billing && <SkeletonRows rows={1} height="h-16" />}
      {billing && (
        <dl className="divide-y divide-line text-sm">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
            <div className="min-w-0">
              <dt className="font-medium">Free trial</dt>
              <dd className="mt-0.5 text-muted">
                {billing.trial_allowed
                  ? 'One more is allowed: it begins with whatever is bought next, with any card.'
                  : 'One for each product and each card.'}
              </dd>
            </div>
            {!billing.trial_allowed && (
              <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
                Allow one more
              </Button>
            )}
          </div>
        </dl>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Allow ${name} one more free trial?`}
        dismissLabel="Keep as it is"
        confirmLabel={allow.isPending ? 'Allowing...' : 'Allow a trial'}
        loading={allow.isPending}
        onConfirm={confirm}
      >
        <p>
          Whatever the user buys next begins with its free trial, also if the user or the card has
          had one. It is noted in the audit log.
        </p>
      </ConfirmDialog>
    </SectionCard>
  );
}
