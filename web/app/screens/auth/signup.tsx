import { brand } from 'contract/brand';
import { SignupForm } from '../../features/session/signup-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';

export const meta = () =>
  pageMeta('Sign Up', `Create a ${brand.company} account and start a free trial.`);

/** /signup (spec 2.2) */
export default function Signup() {
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Create your account</h1>
      <p className="mt-2 mb-8 text-muted">It takes a minute. No card is needed to sign up.</p>
      <SignupForm />
    </>
  );
}
