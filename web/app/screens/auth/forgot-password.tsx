import { brand } from 'contract/brand';
import { inWords, retention } from 'contract/retention';
import { ForgotPasswordForm } from '../../features/session/forgot-password-form.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { AuthTitle } from './auth-title.tsx';

export const meta = () =>
  pageMeta(
    'Forgot Password',
    `Get a link to set a new password for your ${brand.company} account.`,
  );

/** /forgot-password (product A3) */
export default function ForgotPassword() {
  return (
    <>
      <AuthTitle
        title="Forgot your password?"
        text={`Enter the email of your account. We send a link to set a new password. It works once, for ${inWords(retention.resetLink)}.`}
      />
      <ForgotPasswordForm />
    </>
  );
}
