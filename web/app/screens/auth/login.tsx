import { brand } from 'contract/brand';
import { lazy, Suspense } from 'react';
import { OnlySignedOut } from '../../features/session/guards.tsx';
import { useHalfSignIn } from '../../features/session/half-sign-in.ts';
import { LoginForm } from '../../features/session/login-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';

export const meta = () =>
  pageMeta('Login', `Log in to your ${brand.company} account to manage your subscriptions.`);

/** Of use to those alone who have a second factor. */
const SecondStepForm = lazy(async () => ({
  default: (await import('../../features/session/second-step-form.tsx')).SecondStepForm,
}));

/** /login (product A1, A501) */
export default function Login() {
  const half = useHalfSignIn();
  return (
    <OnlySignedOut>
      {half ? (
        <>
          <AuthTitle
            title="One more step"
            text="Your password is right. Now show that it is you."
          />
          <Suspense>
            <SecondStepForm half={half} />
          </Suspense>
        </>
      ) : (
        <>
          <AuthTitle title="Welcome back" text="Log in to manage your subscriptions." />
          <LoginForm />
        </>
      )}
    </OnlySignedOut>
  );
}
