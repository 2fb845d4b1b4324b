import { zodResolver } from '@hookform/resolvers/zod';
import { messages } from 'contract/messages';
import { resetChecklist } from 'contract/rules';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { serverMessageOr } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { setNewPassword } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import { showFieldErrors } from './form-failure.ts';
import { linkStyle } from './link-style.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { resetForm } from './reset-schema.ts';
import { useFieldWiring } from './use-field-wiring.ts';
import { useResetKey } from './use-reset-key.ts';

const toast = { duration: 2000 };

/** A new password, twice, with the key of the mailed link (spec 2.2). */
export function ResetPasswordForm() {
  const navigate = useNavigate();
  const resetKey = useResetKey();
  const form = useForm({
    resolver: zodResolver(resetForm),
    defaultValues: { password: '', confirmation: '' },
    reValidateMode: 'onSubmit',
  });
  const field = useFieldWiring(form);
  const password = useWatch({ control: form.control, name: 'password' });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await setNewPassword({ resetToken: resetKey ?? '', newPassword: values.password });
      notify.success(messages.passwordUpdated, toast);
      navigate('/login', { replace: true });
    } catch (error) {
      logError('Setting a new password failed', error);
      const said = serverMessageOr(error, messages.resetFailed);
      notify.error(said, toast);
      showFieldErrors(form, error, { newPassword: 'password' });
      if (/invalid token/i.test(said)) navigate('/login', { replace: true });
    }
  });

  return (
    <>
      <AccountForm label="Reset password" onSubmit={submit}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<PasswordChecklist password={password} items={resetChecklist} />}
          {...field('password', { with: 'confirmation' })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('confirmation')}
        />
        <Button type="submit" size="large" wide loading={isSubmitting}>
          Update Password
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm">
        <Link to="/login" className={linkStyle}>
          Back to Login
        </Link>
      </p>
      {isSubmitting && <Overlay title="Updating Password" text="Please wait a moment" />}
    </>
  );
}
