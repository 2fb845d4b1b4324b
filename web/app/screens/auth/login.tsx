import { brand } from 'contract/brand';
import { LoginForm } from '../../features/session/login-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';

export const meta = () =>
  pageMeta('Login', `Log in to your ${brand.company} account to manage your subscriptions.`);

/** /login (spec 2.2) */
export default function Login() {
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Welcome back</h1>
      <p className="mt-2 mb-8 text-muted">Log in to manage your subscriptions.</p>
      <LoginForm />
    </>
  );
}
