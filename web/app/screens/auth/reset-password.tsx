import { brand } from 'contract/brand';
import { ResetPasswordForm } from '../../features/session/reset-password-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';

export const meta = () => [
  // First, so that it holds for whatever the page asks for: the URL carries the key at first.
  { name: 'referrer', content: 'no-referrer' },
  ...pageMeta('Reset Password', `Set a new password for your ${brand.company} account.`),
];

/** /reset-password (product A4) */
export default function ResetPassword() {
  return (
    <>
      <AuthTitle
        title="Set a new password"
        text="Log in with it afterwards. All your devices are logged out."
      />
      <ResetPasswordForm />
    </>
  );
}
