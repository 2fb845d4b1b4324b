import { useQuery } from '@tanstack/react-query';
import { listSecondFactors, type SecondFactor } from 'contract/second-factors';
import { useRef, useState } from 'react';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { useForm } from '../../lib/use-form.ts';
import { FieldError, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ConfirmDialog } from '../../ui/signed-in/confirm-dialog.tsx';
import { textLinkStyle } from './link-style.ts';

interface Props {
  onProved: () => void;
  onDismissed: () => void;
}

/** Asks for the password once more, or for a code or a passkey where there is one. */
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
  const has = (kind: SecondFactor['type']) => factors?.data.some(({ type }) => type === kind);
  const byPasskey = async () => {
    const { proveByPasskey } = await import('./passkey-login.ts');
    await proveByPasskey().then(onProved, (cause) =>
      logError('Confirming by passkey failed', cause),
    );
  };
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
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {has('totp') && (
          <button type="button" className={textLinkStyle} onClick={() => setByCode(!byCode)}>
            {byCode ? 'Use your password instead' : 'Use a code instead'}
          </button>
        )}
        {has('passkey') && 'PublicKeyCredential' in window && (
          <button type="button" className={textLinkStyle} onClick={byPasskey}>
            Use a passkey instead
          </button>
        )}
      </div>
    </ConfirmDialog>
  );
}
