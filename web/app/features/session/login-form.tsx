import { zodResolver } from '@hookform/resolvers/zod';
import { loginBody } from 'contract/accounts';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { logError } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { signIn } from './account-calls.ts';
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

  const submit = form.handleSubmit(async (values) => {
    try {
      await signIn(values);
    } catch (error) {
      logError('Login failed', error);
    }
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-5" aria-label="Log in">
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
              to="/forgot-password"
              className="inline-block py-1 text-sm font-medium text-teal-700 underline-offset-4 hover:underline"
            >
              Forgot Password?
            </Link>
          </div>
        </div>
        <Button type="submit" size="large" wide loading={form.formState.isSubmitting}>
          Login
        </Button>
      </form>
      <p className="mt-8 text-center text-sm text-muted">
        New here?{' '}
        <Link
          to={{ pathname: '/signup', search }}
          state={state}
          className="font-semibold text-teal-700 underline underline-offset-4"
        >
          Sign up
        </Link>
      </p>
      {form.formState.isSubmitting && <Overlay title="Signing In" text="Please wait a moment" />}
    </>
  );
}

function emailFrom(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
