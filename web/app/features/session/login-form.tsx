import { Link, useLocation } from 'react-router';
import { useForm } from '../../lib/use-form.ts';
import { useUncontrolledValue } from '../../lib/use-uncontrolled-value.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';
import { emailFrom } from './email-from.ts';
import { linkStyle } from './link-style.ts';
import { usePasskeyOffer } from './use-passkey-offer.ts';

/** E-mail and password (product A1, A12). The guard around it moves on once the session exists. */
export function LoginForm() {
  const { state, search } = useLocation();
  const email = useUncontrolledValue();
  usePasskeyOffer(email.control.ref);
  const { form, field, busy, refusal } = useForm({
    load: () => import('./login-submission.ts'),
    logMessage: 'Login failed',
  });

  return (
    <>
      <AccountForm label="Login" {...form}>
        <EmailField defaultValue={emailFrom(state)} {...email.control} {...field('email')} />
        <div>
          <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
          <div className="mt-2 text-right">
            <Link
              to={{ pathname: '/forgot-password', search }}
              state={{ ...state, email: email.value }}
              className="inline-block rounded-sm py-1 text-sm font-medium text-teal-700 underline-offset-4 hover:underline"
            >
              Forgot Password?
            </Link>
          </div>
        </div>
        {refusal && <FieldError text={refusal} />}
        <Button type="submit" size="large" wide loading={busy}>
          Login
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm text-muted">
        New here?{' '}
        <Link to={{ pathname: '/signup', search }} state={state} className={linkStyle}>
          Sign up
        </Link>
      </p>
      {busy && <Overlay title="Signing In" text="Please wait a moment" />}
    </>
  );
}
