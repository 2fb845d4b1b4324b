import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from 'contract/accounts';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { logError } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { signIn } from './account-calls.ts';
import { AccountForm } from './account-form.tsx';
import { emailFrom } from './email-from.ts';
import { linkStyle } from './link-style.ts';
import { useFieldWiring } from './use-field-wiring.ts';

/** E-mail and password (spec 2.2). The guard around it moves on once the session exists. */
export function LoginForm() {
  const { state, search } = useLocation();
  const form = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: emailFrom(state), password: '' },
    reValidateMode: 'onSubmit',
  });
  const field = useFieldWiring(form);
  const email = useWatch({ control: form.control, name: 'email' });

  const submit = form.handleSubmit(async (values) => {
    try {
      await signIn(values);
    } catch (error) {
      logError('Login failed', error);
    }
  });

  return (
    <>
      <AccountForm label="Log in" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...field('email')}
        />
        <div>
          <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
          <div className="mt-2 text-right">
            <Link
              to={{ pathname: '/forgot-password', search }}
              state={{ ...state, email }}
              className="inline-block rounded-sm py-1 text-sm font-medium text-teal-700 underline-offset-4 hover:underline"
            >
              Forgot Password?
            </Link>
          </div>
        </div>
        <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
          Login
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm text-muted">
        New here?{' '}
        <Link to={{ pathname: '/signup', search }} state={state} className={linkStyle}>
          Sign up
        </Link>
      </p>
      {form.formState.isSubmitting && <Overlay title="Signing In" text="Please wait a moment" />}
    </>
  );
}
