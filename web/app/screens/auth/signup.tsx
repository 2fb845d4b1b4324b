import { brand } from 'contract/brand';
import { OnlySignedOut } from '../../features/session/guards.tsx';
import { SignupForm } from '../../features/session/signup-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';

export const meta = () =>
  pageMeta('Sign Up', `Create a ${brand.company} account and start a free trial.`);

/** /signup (product A2) */
export default function Signup() {
  return (
    <OnlySignedOut>
      <AuthTitle
        title="Create your account"
        text="It takes a minute. No card is needed to sign up."
      />
      <SignupForm />
    </OnlySignedOut>
  );
}
