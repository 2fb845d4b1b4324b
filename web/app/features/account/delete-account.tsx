import * as messages from 'contract/messages';
import { useRef, useState } from 'react';
import { clearCredentials, forgetDevice } from '../../lib/credentials.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SectionCard } from '../../ui/signed-in/card.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { consequences, endings } from './consequences.ts';

/** The names of what runs, and pounds of credit; undefined while nobody knows. */
type Props = { running: string[] | undefined; credit: number | null | undefined };

/** The end of one's account: what it does stands there before anything is pressed. */
export function DeleteAccount({ running, credit }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <SectionCard title="Delete your account">
      <div className="p-5 sm:p-6">
        <dl className="grid gap-5 md:grid-cols-3 md:gap-6">
          {consequences(running, credit).map(({ title, text }) => (
            <div key={title}>
              <dt className="text-sm font-semibold">{title}</dt>
              <dd className="mt-1 text-sm leading-6 text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
        <Button tone="danger-quiet" className="mt-6" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      {open && <DeleteDialog running={running} onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}

function DeleteDialog({ running, onClose }: Pick<Props, 'running'> & { onClose: () => void }) {
  const box = useRef<HTMLFormElement>(null);
  const { form, field, busy, refusal } = useForm({
    load: () => import('./delete-submission.ts'),
    logMessage: 'Deleting the account failed',
    onSuccess: () => {
      notify.success(messages.accountDeleted, { duration: 8000 });
      forgetDevice();
      clearCredentials();
    },
  });
  const { error, ...password } = field('password');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete your account?"
      dismissLabel="Keep my account"
      confirmLabel={busy ? 'Deleting...' : 'Delete my account'}
      tone="danger"
      loading={busy}
      onConfirm={() => box.current?.requestSubmit()}
    >
      <p>{`${endings(running)} Your account cannot be brought back.`}</p>
      <form ref={box} noValidate aria-label="Delete your account" {...form}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={error}
          {...password}
        />
        {refusal && refusal !== error && <FieldError text={refusal} />}
      </form>
    </ConfirmDialog>
  );
}
