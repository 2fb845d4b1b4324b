import { brand } from 'contract/brand';
import { ResetPasswordForm } from '../../features/session/reset-password-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';
import { secretPage } from './secret-page.ts';

export const meta = () => [
  ...secretPage,
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
