import { useQuery } from '@tanstack/react-query';
import { listSecondFactors } from 'contract/second-factors';
import { useRef, useState } from 'react';
import { call } from '../../lib/http.ts';
import { useForm } from '../../lib/use-form.ts';
import { FieldError, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { textLinkStyle } from './link-style.ts';

interface Props {
  onProved: () => void;
  onDismissed: () => void;
}

/** Asks for the password once more, or for a code where there is an authenticator app. */
export function ProofDialog({ onProved, onDismissed }: Props) {
  const [byCode, setByCode] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const { data: factors } = useQuery({
    queryKey: ['second-factors'],
    queryFn: ({ signal }) => call(listSecondFactors, { signal, silent: true }),
  });
  const { form, field, busy, refusal } = useForm({
    load: () => import('./proof-submission.ts'),
    logMessage: 'Confirming who is there failed',
    onSuccess: onProved,
  });
  const { error, ...input } = field(byCode ? 'code' : 'password');
  return (
    <ConfirmDialog
      open
      onOpenChange={onDismissed}
      title="Confirm that it is you"
      dismissLabel="Cancel"
      confirmLabel={busy ? 'Checking...' : 'Continue'}
      loading={busy}
      onConfirm={() => box.current?.requestSubmit()}
    >
      <p>You logged in a while ago, and this matters. Nothing you have typed is lost.</p>
      <form ref={box} noValidate aria-label="Confirm that it is you" {...form}>
        {byCode ? (
          <TextField
            key="code"
            label="Code from your authenticator app"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={error}
            {...input}
          />
        ) : (
          <PasswordField
            key="password"
            label="Your password"
            autoComplete="current-password"
            error={error}
            {...input}
          />
        )}
        {refusal && refusal !== error && <FieldError text={refusal} />}
      </form>
      {factors?.data.some(({ type }) => type === 'totp') && (
        <button type="button" className={textLinkStyle} onClick={() => setByCode(!byCode)}>
          {byCode ? 'Use your password instead' : 'Use a code instead'}
        </button>
      )}
    </ConfirmDialog>
  );
}
