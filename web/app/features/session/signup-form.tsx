import { zodResolver } from '@hookform/resolvers/zod';
import { messages } from 'contract/messages';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { signUp } from './account-calls.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { signupForm } from './signup-schema.ts';
import { useFieldWiring } from './use-field-wiring.ts';

const toastMs = 2000;
const textLink = 'font-semibold text-teal-700 underline underline-offset-4';

/** Name, e-mail and a new password (spec 2.2). Success shows for two seconds, then comes the login. */
export function SignupForm() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [created, setCreated] = useState<string>();
  const form = useForm({
    resolver: zodResolver(signupForm),
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      confirmation: '',
      terms: false,
    },
    reValidateMode: 'onSubmit',
  });
  const field = useFieldWiring(form);
  const password = useWatch({ control: form.control, name: 'password' });
  const { isSubmitting } = form.formState;

  useEffect(() => {
    if (created === undefined) return;
    const timer = setTimeout(() => {
      navigate(
        { pathname: '/login', search },
        { replace: true, state: { ...state, email: created } },
      );
    }, toastMs);
    return () => clearTimeout(timer);
  }, [created, navigate, search, state]);

  const submit = form.handleSubmit(async ({ confirmation, terms, ...account }) => {
    try {
      await signUp({ ...account, role: 'user' });
      notify.success(messages.signedUp, { duration: toastMs });
      setCreated(account.email);
    } catch (error) {
      logError('Sign-up failed', error);
      if (!(error instanceof HttpError)) return;
      const email = error.fields.email ?? (error.status === 409 ? error.message : undefined);
      if (email) form.setError('email', { message: email }, { shouldFocus: true });
      if (error.fields.password) {
        form.setError('password', { message: error.fields.password }, { shouldFocus: !email });
      }
    }
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-5" aria-label="Sign up">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...field('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={<PasswordChecklist password={password} />}
          {...field('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('confirmation')}
        />
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <Link to="/terms" target="_blank" className={textLink}>
                Terms of Service
              </Link>{' '}
              and the{' '}
              <Link to="/privacy" target="_blank" className={textLink}>
                Privacy Policy
              </Link>
            </>
          }
          {...field('terms')}
        />
        <Button type="submit" size="large" wide loading={isSubmitting || created !== undefined}>
          Create account
        </Button>
      </form>
      <p className="mt-8 text-center text-sm text-muted">
        Already have an account?{' '}
        <Link to={{ pathname: '/login', search }} state={state} className={textLink}>
          Login
        </Link>
      </p>
      {isSubmitting && <Overlay title="Creating Account" text="Please wait a moment" />}
    </>
  );
}
