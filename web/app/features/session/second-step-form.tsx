import { useLayoutEffect, useRef, useState } from 'react';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { AccountForm } from './account-form.tsx';
import { type HalfSignIn, setHalfSignIn } from './half-sign-in.ts';
import { linkStyle } from './link-style.ts';

const fields = {
  totp: {
    label: 'Code from your authenticator app',
    hint: 'Six digits, such as 123 456.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    other: 'Use a recovery code instead',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of those you were given, such as k7d2-9xqm-4tzp. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
    other: 'Use your authenticator app instead',
  },
} as const;

/** The second step of a login: a code of the app, or one that was put away for when it is lost. */
export function SecondStepForm({ half }: { half: HalfSignIn }) {
  const hasApp = half.methods.includes('totp');
  const [method, setMethod] = useState<keyof typeof fields>(hasApp ? 'totp' : 'recovery_code');
  const { form, field, busy } = useForm({
    load: () => import('./second-step-submission.ts'),
    logMessage: 'The second step of the login failed',
    onError: ({ fields: refused }) => {
      if ('token' in refused) setHalfSignIn(null);
    },
  });
  const code = useRef<HTMLInputElement>(null);
  // With what is shown: a moment later it would take the focus from who has gone on by keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another method is another code.
  useLayoutEffect(() => code.current?.focus(), [method]);
  const byPasskey = async () => {
    const { logInByPasskey } = await import('./passkey-login.ts');
    await logInByPasskey(half.token).catch((error) => {
      logError('Logging in with a passkey failed', error);
      if (error instanceof HttpError && 'token' in error.fields) setHalfSignIn(null);
    });
  };
  const { other, ...input } = fields[method];
  const choose = () => setMethod(method === 'totp' ? 'recovery_code' : 'totp');

  return (
    <>
      <AccountForm label="Second step" {...form}>
        <input type="hidden" name="token" value={half.token} />
        <TextField
          key={method}
          ref={code}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...field('code')}
        />
        <Button type="submit" size="large" wide loading={busy}>
          Login
        </Button>
      </AccountForm>
      <div className="mt-8 flex flex-col items-center gap-2 text-sm">
        {half.methods.includes('passkey') && (
          <button type="button" onClick={byPasskey} className={linkStyle}>
            Use a passkey instead
          </button>
        )}
        {half.methods.includes('recovery_code') && (hasApp || method === 'totp') && (
          <button type="button" onClick={choose} className={linkStyle}>
            {other}
          </button>
        )}
        <button type="button" onClick={() => setHalfSignIn(null)} className={linkStyle}>
          Back to Login
        </button>
      </div>
      {busy && <Overlay title="Signing In" text="Please wait a moment" />}
    </>
  );
}
