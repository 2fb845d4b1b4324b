import { useState } from 'react';
import { formatPounds } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { SkeletonRows } from '../../ui/signed-in/skeleton.tsx';
import { Fact, factHeight } from './fact.tsx';
import { useAllowTrial } from './use-user-changes.ts';

interface Props {
  id: string;
  name: string;
  billing?: { trial_allowed: boolean; credit: number | null };
  /** Whether anything is left that credit can pay for. */
  isRunning: boolean;
}

/** A user's credit and what to do with it, and what an admin can do: allow one more trial. */
export function UserBilling({ id, name, billing, isRunning }: Props) {
  const [open, setOpen] = useState(false);
  const allow = useAllowTrial(id);
  const credit = billing?.credit ?? null;
  const confirm = () => allow.mutate(undefined, { onSettled: () => setOpen(false) });
  return (
    <SectionCard title="Billing">
      {!billing && <SkeletonRows rows={2} height={factHeight} />}
      {billing && (
        <ul className="divide-y divide-line text-sm">
          <Fact name="Credit" note={creditNote(credit, isRunning)}>
            <span className="font-medium tabular-nums">
              {credit === null ? '–' : formatPounds(credit)}
            </span>
          </Fact>
          <Fact
            name="Free trial"
            note={
              billing.trial_allowed
                ? 'One more is allowed: it begins with whatever is bought next, with any card.'
                : 'One for each product and each card.'
            }
          >
            {!billing.trial_allowed && (
              <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
                Allow one more
              </Button>
            )}
          </Fact>
        </ul>
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

function creditNote(credit: number | null, isRunning: boolean): string {
  if (credit === null) return 'Not known: the user has not bought anything since credit is noted.';
  if (credit === 0) return 'Nothing is left over from what was paid.';
  return isRunning
    ? 'It pays the next charges first.'
    : 'Nothing is left that it could pay for. To pay it back, refund as much of the payment that it came from at Stripe: the credit goes with it.';
}
