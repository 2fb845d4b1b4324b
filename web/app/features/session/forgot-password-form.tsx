import * as messages from 'contract/messages';
import { Link, useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';
import { emailFrom } from './email-from.ts';
import { linkStyle } from './link-style.ts';

const toastMs = 3000;

/** Asks for a reset link (product A3, A30). */
export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { form, field, busy } = useForm({
    load: () => import('./forgot-submission.ts'),
    onSuccess: ({ email }) => {
      notify.success(messages.resetSent, { duration: toastMs });
      navigate({ pathname: '/login', search }, { state: { ...state, email } });
    },
    logMessage: 'Asking for a reset link failed',
  });

  return (
    <>
      <AccountForm label="Forgot password" {...form}>
        <EmailField defaultValue={emailFrom(state)} {...field('email')} />
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
