import { zodResolver } from '@hookform/resolvers/zod';
import { messages } from 'contract/messages';
import { passwordChecklist } from 'contract/rules';
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
import { AccountForm } from './account-form.tsx';
import { showFieldErrors } from './form-failure.ts';
import { linkStyle } from './link-style.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { signupForm } from './signup-schema.ts';
import { TermsLabel } from './terms-label.tsx';
import { useFieldWiring } from './use-field-wiring.ts';

const toastMs = 2000;
const fieldNames = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  password: 'password',
} as const;

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
      showFieldErrors(form, error, fieldNames);
      if (error instanceof HttpError && error.status === 409) {
        form.setError('email', { message: error.message }, { shouldFocus: true });
      }
    }
  });

  return (
    <>
      <AccountForm label="Sign up" onSubmit={submit}>
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
          hint={<PasswordChecklist password={password} items={passwordChecklist} />}
          {...field('password', { with: 'confirmation' })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('confirmation')}
        />
        <Checkbox label={<TermsLabel />} {...field('terms')} />
        <Button type="submit" size="large" wide loading={isSubmitting || created !== undefined}>
          Create account
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm text-muted">
        Already have an account?{' '}
        <Link to={{ pathname: '/login', search }} state={state} className={linkStyle}>
          Login
        </Link>
      </p>
      {isSubmitting && <Overlay title="Creating Account" text="Please wait a moment" />}
    </>
  );
}
