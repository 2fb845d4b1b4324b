import { passwordChecklist } from 'contract/password-checklists';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';
import { linkStyle } from './link-style.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { TermsLabel } from './terms-label.tsx';

/** As long as the toast of success shows. */
const successMs = 2000;

/** Name, e-mail and a new password; its success shows for two seconds (product A23, A26). */
export function SignupForm() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [created, setCreated] = useState<string>();
  const { form, field, busy } = useForm({
    load: () => import('./signup-submission.ts'),
    onSuccess: ({ email }) => setCreated(email),
    logMessage: 'Sign-up failed',
  });

  useEffect(() => {
    if (created === undefined) return;
    const timer = setTimeout(() => {
      navigate(
        { pathname: '/login', search },
        { replace: true, state: { ...state, email: created } },
      );
    }, successMs);
    return () => clearTimeout(timer);
  }, [created, navigate, search, state]);

  return (
    <>
      <AccountForm label="Sign up" {...form}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
        </div>
        <EmailField {...field('email')} />
        <NewPasswordFields label="Password" checklist={passwordChecklist} field={field} />
        <Checkbox label={<TermsLabel />} {...field('terms')} />
        <Button type="submit" size="large" wide loading={busy || created !== undefined}>
          Create account
        </Button>
      </AccountForm>
      <p className="mt-8 text-center text-sm text-muted">
        Already have an account?{' '}
        <Link to={{ pathname: '/login', search }} state={state} className={linkStyle}>
          Login
        </Link>
      </p>
      {busy && <Overlay title="Creating Account" text="Please wait a moment" />}
    </>
  );
}
