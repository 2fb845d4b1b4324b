import { requestResetBody } from 'contract/accounts';
import { messages } from 'contract/messages';
import { Link, useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { askForReset } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import { emailFrom } from './email-from.ts';
import { linkStyle } from './link-style.ts';
import { useAccountForm } from './use-account-form.ts';

const toastMs = 3000;

/** Asks for a reset link (spec 2.2). The schema trims the e-mail before it is sent. */
export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { field, onSubmit, busy } = useAccountForm({
    schema: requestResetBody,
    send: async ({ email }) => {
      await askForReset({ email });
      notify.success(messages.resetSent, { duration: toastMs });
      navigate({ pathname: '/login', search }, { state: { ...state, email } });
    },
    failure: 'Asking for a reset link failed',
  });

  return (
    <>
      <AccountForm label="Forgot password" onSubmit={onSubmit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          defaultValue={emailFrom(state)}
          {...field('email')}
        />
        <Button type="submit" size="large" wide loading={busy}>
          Reset Password
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm">
        <Link to={{ pathname: '/login', search }} state={state} className={linkStyle}>
          Back to Login
        </Link>
      </p>
      {busy && <Overlay title="Processing" text="Please wait a moment" />}
    </>
  );
}
