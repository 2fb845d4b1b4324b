import * as messages from 'contract/messages';
import { resetChecklist } from 'contract/password-checklists';
import { Link, useNavigate } from 'react-router';
import { serverMessageOr } from '../../lib/http-error.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { AccountForm } from './account-form.tsx';
import { linkStyle } from './link-style.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useResetKey } from './use-reset-key.ts';

const toast = { duration: 2000 };

/** A new password, twice, with the key of the mailed link (product A4, A34). */
export function ResetPasswordForm() {
  const navigate = useNavigate();
  const resetKey = useResetKey();
  const { form, field, busy } = useForm({
    load: () => import('./reset-submission.ts'),
    onSuccess: () => {
      notify.success(messages.passwordUpdated, toast);
      navigate('/login', { replace: true });
    },
    onError: (error) => {
      const said = serverMessageOr(error, messages.resetFailed);
      notify.error(said, toast);
      if (/invalid token/i.test(said)) navigate('/login', { replace: true });
    },
    logMessage: 'Setting a new password failed',
    serverFieldNames: { newPassword: 'password' },
  });

  return (
    <>
      <AccountForm label="Reset password" {...form}>
        <input type="hidden" name="resetToken" value={resetKey ?? ''} />
        <NewPasswordFields label="New password" checklist={resetChecklist} field={field} />
        <Button type="submit" size="large" wide loading={busy}>
          Update Password
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm">
        <Link to="/login" className={linkStyle}>
          Back to Login
        </Link>
      </p>
      {busy && <Overlay title="Updating Password" text="Please wait a moment" />}
    </>
  );
}
