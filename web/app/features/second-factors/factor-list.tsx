import type { SecondFactor } from 'contract/second-factors';
import type { LucideIcon } from 'lucide-react';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ReactNode, useState } from 'react';
import { formatMoment } from '../../lib/format-figures.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRemoveFactor, useRenewCodes } from './use-second-factors.ts';

interface Props {
  factors: SecondFactor[];
  codesLeft: number;
  email: string;
  /** Recovery codes that were made just now. */
  newCodes: string[] | undefined;
  onNewCodes: (codes: string[] | undefined) => void;
}

/** What takes the second step: apps and recovery codes, each with what can be done about it. */
export function FactorList({ factors, codesLeft, email, newCodes, onNewCodes }: Props) {
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {factors.map((factor) => (
        <Row
          key={factor.id}
          icon={kinds[factor.type].icon}
          title={kinds[factor.type].title}
          text={usage(factor)}
          action={<Remove factor={factor} isLast={factors.length === 1} />}
        />
      ))}
      <Row
        icon={KeyRound}
        title="Recovery codes"
        text={codesLeft === 1 ? '1 code is left' : `${codesLeft} codes are left`}
        action={<Renew onNewCodes={onNewCodes} />}
      >
        {newCodes && (
          <div className="mt-4 space-y-4">
            <p className="text-sm leading-6 text-ink-soft">
              Put these in the place of those before, which do not work any more. They are shown
              only now.
            </p>
            <RecoveryCodes codes={newCodes} email={email} />
            <Button onClick={() => onNewCodes(undefined)}>I have kept them</Button>
          </div>
        )}
      </Row>
    </ul>
  );
}

const kinds = {
  totp: { icon: Smartphone, title: 'Authenticator app', question: 'this authenticator app' },
  passkey: { icon: Fingerprint, title: 'Passkey', question: 'this passkey' },
};

function usage({ created_at, last_used_at }: SecondFactor): string {
  const added = `Added ${formatMoment(created_at)}`;
  return last_used_at ? `${added}, last used ${formatMoment(last_used_at)}` : added;
}

interface RowProps {
  icon: LucideIcon;
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}

function Row({ icon: Icon, title, text, action, children }: RowProps) {
  return (
    <li className="p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="text-sm font-semibold">{title}</p>
          <p className="text-sm text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </li>
  );
}

function Remove({ factor, isLast }: { factor: SecondFactor; isLast: boolean }) {
  const [open, setOpen] = useState(false);
  const remove = useRemoveFactor();
  return (
    <>
      <Button tone="danger-quiet" size="small" onClick={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove ${kinds[factor.type].question}?`}
        dismissLabel="Keep it"
        confirmLabel={remove.isPending ? 'Removing...' : 'Remove'}
        tone="danger"
        loading={remove.isPending}
        onConfirm={() => remove.mutate(factor.id, { onSettled: () => setOpen(false) })}
      >
        <p>
          {isLast
            ? 'Your password alone will log you in then, and your recovery codes are deleted.'
            : 'It does not log you in any more. What else stands here still does.'}
        </p>
      </ConfirmDialog>
    </>
  );
}

function Renew({ onNewCodes }: Pick<Props, 'onNewCodes'>) {
  const [open, setOpen] = useState(false);
  const renew = useRenewCodes();
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setOpen(true)}>
        New codes
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Make new recovery codes?"
        dismissLabel="Keep the old ones"
        confirmLabel={renew.isPending ? 'Making...' : 'Make new codes'}
        loading={renew.isPending}
        onConfirm={() =>
          renew.mutate(undefined, { onSuccess: onNewCodes, onSettled: () => setOpen(false) })
        }
      >
        <p>Those you have kept so far stop working.</p>
      </ConfirmDialog>
    </>
  );
}
