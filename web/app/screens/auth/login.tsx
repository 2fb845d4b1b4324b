import { brand } from 'contract/brand';
import { OnlySignedOut } from '../../features/session/guards.tsx';
import { LoginForm } from '../../features/session/login-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';

export const meta = () =>
  pageMeta('Login', `Log in to your ${brand.company} account to manage your subscriptions.`);

/** /login (product A1) */
export default function Login() {
  return (
    <OnlySignedOut>
      <AuthTitle title="Welcome back" text="Log in to manage your subscriptions." />
      <LoginForm />
    </OnlySignedOut>
  );
}
