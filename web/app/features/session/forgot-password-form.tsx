import { zodResolver } from '@hookform/resolvers/zod';
import { requestResetBody } from 'contract/accounts';
import { messages } from 'contract/messages';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { askForReset } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import { emailFrom } from './email-from.ts';
import { linkStyle } from './link-style.ts';
import { useFieldWiring } from './use-field-wiring.ts';

const toastMs = 3000;

/** Asks for a reset link (spec 2.2). The schema trims the e-mail before it is sent. */
export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const form = useForm({
    resolver: zodResolver(requestResetBody),
    defaultValues: { email: emailFrom(state) },
    reValidateMode: 'onSubmit',
  });
  const field = useFieldWiring(form);

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await askForReset({ email });
      notify.success(messages.resetSent, { duration: toastMs });
      navigate({ pathname: '/login', search }, { state: { ...state, email } });
    } catch (error) {
      logError('Asking for a reset link failed', error);
    }
  });

  return (
    <>
      <AccountForm label="Forgot password" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...field('email')}
        />
        <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
          Reset Password
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm">
        <Link to={{ pathname: '/login', search }} state={state} className={linkStyle}>
          Back to Login
        </Link>
      </p>
      {form.formState.isSubmitting && <Overlay title="Processing" text="Please wait a moment" />}
    </>
  );
}
